/// What is looked for in a line of a client.
///
/// A message is passed to its core without `@core`, and otherwise with its bytes unchanged. Nothing is cut out of a line
/// that is not an object.
struct LineParts {
    private(set) var core: ObjectScanner.Member?
    private(set) var id, reply: Bytes?
    private(set) var isCoreDoubled = false

    init(_ line: Bytes) {
        var scanner = ObjectScanner(line)
        var coreCount = 0
        while let member = scanner.next() {
            guard member.key.has(prefix: "@") || member.key.has(prefix: "\\") else { continue }
            if member.has(key: "@core") {
                coreCount += 1
                // It is cut out, so it is written without escapes.
                if member.key == "@core" { core = member }
            } else if member.has(key: "@id") {
                id = member.value
            } else if member.has(key: "@reply") {
                reply = member.value
            }
        }
        isCoreDoubled = core != nil && coreCount > 1
        // What is left of other texts could be JSON. The core refuses the whole one.
        if !scanner.isComplete, let core { self.core = .init(key: core.key, value: core.value, cut: 0..<0) }
    }
}
