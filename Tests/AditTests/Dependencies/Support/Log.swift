/// What happened, in order.
final class Log<Entry>: @unchecked Sendable {  // Used by one test, one access at a time.
    private(set) var entries: [Entry] = []

    func add(_ entry: Entry) { entries.append(entry) }
}
