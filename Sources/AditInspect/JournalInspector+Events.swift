import AditJSON
import AditState

/// Which events of a journal are wanted.
struct EventFilter: Equatable {
    /// What the name of a message begins with, or contains; empty for all.
    let name: ByteString
    /// The client; nil for all, empty for the host.
    let client: ByteString?
    /// The JSON of an `@id`; nil for all.
    let id: ByteString?
    /// A kind of event; nil for all.
    let kind: ByteString?
    /// The last revision; nil for all.
    let revision: Int?
    /// Which outcome; nil for all.
    let outcome: Outcome?

    enum Outcome: String {
        /// Those that failed.
        case failed
        /// Those whose duration is known, the longest first.
        case slow
    }

    init(_ value: JSONReader) {
        func text(_ key: String) -> ByteString? { value[key]?.string.map(ByteString.init(_:)) }
        name = text("name") ?? ""
        client = text("client")
        id = text("id")
        kind = text("kind")
        revision = value["upTo"]?.integer.map { Int($0) }
        outcome = value["only"]?.string.flatMap(Outcome.init)
    }

    var isEverything: Bool {
        name == "" && client == nil && id == nil && kind == nil && revision == nil && outcome == nil
    }
}

extension JournalInspector {
    /// Writes the events that pass a filter, the newest first.
    func writeEvents(_ filter: EventFilter, _ from: Int, _ limit: Int, _ writer: JSONWriter) throws {
        let events = index.events
        func number(_ place: Int) -> Int {
            filter.isEverything ? events.end - 1 - place : Int(found?.events[place] ?? 0)
        }
        if !filter.isEverything { find(filter) }
        let count = filter.isEverything ? events.count : found?.events.count ?? 0
        let range = min(max(0, from), count)..<min(max(0, from) + max(0, limit), count)
        writer.write(literal: #"{"count":"#)
        writer.write(count)
        writer.write(literal: #","end":"#)
        writer.write(events.end)
        writer.write(literal: #","events":"#)
        writer.writeArray(range) { place in
            let number = number(place)
            write(events[number], number, to: writer)
        }
        // What can be filtered for.
        writer.write(literal: #","words":"#)
        writer.writeArray(index.words.dropFirst().prefix(500)) { writer.write($0) }
        writer.write(literal: "}")
    }

    private func find(_ filter: EventFilter) {
        let (first, end) = (index.events.first, index.events.end)
        if let found, found.filter == filter, found.end == end, found.first == first { return }
        let wanted = filter.name.string.lowercased()
        let names = index.words.map { wanted.isEmpty || $0.lowercased().contains(wanted) }
        let client = filter.client.map { client in
            index.words.firstIndex(where: client.string.isSpelled).map { Int32($0) } ?? -1
        }
        let sum = filter.id.map { id in
            [id.string, JSONWriter.quoted(id.string)].map { text in
                Array(text.utf8).withUnsafeBytes { UInt32(truncatingIfNeeded: checksum(of: $0)) | 1 }
            }
        }
        let kind = filter.kind.map { JournalIndex.Kind($0.string) }
        var numbers: [Int32] = []
        var number = end - 1
        while number >= first {
            let event = index.events[number]
            if names[Int(event.name)], client == nil || event.client == client, sum?.contains(event.id) ?? true,
                kind == nil || event.kind == kind, filter.revision.map({ event.revision <= $0 }) ?? true,
                filter.outcome != .failed || event.hasFailed, filter.outcome != .slow || event.took >= 0
            {
                numbers.append(Int32(number))
            }
            number -= 1
        }
        if filter.outcome == .slow {
            numbers.sort { (index.events[Int($0)].took, $0) > (index.events[Int($1)].took, $1) }
        }
        found = (filter, end, first, numbers)
    }

    private func write(_ event: JournalIndex.Event, _ number: Int, to writer: JSONWriter) {
        writer.writeObject {
            writer.writeProperty("number") { writer.write(number) }
            writer.writeProperty("kind") { writer.write(event.kind.rawValue) }
            writer.writeProperty("name") { writer.write(index.words[Int(event.name)]) }
            if event.client != 0 { writer.writeProperty("client") { writer.write(index.words[Int(event.client)]) } }
            writer.writeProperty("time") { writer.write(Int(event.time)) }
            writer.writeProperty("revision") { writer.write(event.revision) }
            if event.hasFailed { writer.writeProperty("failed") { writer.write(true) } }
            if event.took >= 0 { writer.writeProperty("nanoseconds") { writer.write(Int(event.took)) } }
            if let batch = index.batch(of: event.revision), index.batches[batch].date > 0 {
                writer.writeProperty("date") { writer.write(Int(index.batches[batch].date)) }
            }
        }
    }

    /// Writes an event with its entry, and the batch that it is in.
    func writeEvent(_ number: Int, to writer: JSONWriter) throws {
        let events = index.events
        guard number >= events.first, number < events.end else {
            throw CodingFailure(path: "number", reason: "found \(number); an event is expected")
        }
        let event = events[number]
        let text = try bytes(at: event.text)
        writer.write(literal: #"{"event":"#)
        write(event, number, to: writer)
        writer.write(literal: #","entry":"#)
        text.withUnsafeBytes { writer.write(raw: $0) }
        // The others of its batch, which are not far.
        var (first, end) = (number, number + 1)
        func isBeside(_ other: Int) -> Bool {
            events[other].text.row == event.text.row && events[other].revision == event.revision
        }
        while first > events.first, number - first < 256, isBeside(first - 1) { first -= 1 }
        while end < events.end, end - number < 256, isBeside(end) { end += 1 }
        writer.write(literal: #","beside":"#)
        writer.writeArray(first..<end) { write(events[$0], $0, to: writer) }
        writer.write(literal: #","batch":"#)
        try writeBatch(of: event.revision, to: writer)
        writer.write(literal: "}")
    }

    /// Writes the batch that ends with a revision, or that it is in, with its first changes.
    func writeBatch(of revision: Int, to writer: JSONWriter) throws {
        guard let number = index.batch(of: revision) else { return writer.writeNull() }
        let batch = index.batches[number]
        let text = try bytes(at: batch.text)
        try text.withUnsafeBytes { text in
            try JSONReader.read(text, as: "an entry that is") { (root) throws(CodingFailure) in
                writer.write(literal: #"{"from":"#)
                writer.write(batch.from)
                writer.write(literal: #","revision":"#)
                writer.write(batch.revision)
                if batch.date > 0 {
                    writer.write(literal: #","date":"#)
                    writer.write(Int(batch.date))
                }
                if let event = firstEvent(of: batch.revision) {
                    writer.write(literal: #","event":"#)
                    writer.write(event)
                }
                let changes = root["batch"]?["changes"]?.array ?? []
                writer.write(literal: #","count":"#)
                writer.write(changes.count)
                writer.write(literal: #","changes":"#)
                writer.writeArray(changes.prefix(200)) { if let raw = $0.raw { writer.write(raw: raw) } }
                writer.write(literal: "}")
            }
        }
    }
}

extension JSONWriter {
    /// Returns a text as a JSON string.
    fileprivate static func quoted(_ text: String) -> String {
        let writer = JSONWriter()
        writer.write(text)
        return writer.text
    }
}
