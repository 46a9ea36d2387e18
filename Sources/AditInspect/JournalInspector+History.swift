import AditJSON
import AditState

// The changes of a part of the state, and the events that made them.

extension JournalInspector {
    func writeHistory(
        of pointer: JSONPointer, before revision: Int, _ limit: Int, _ writer: JSONWriter
    ) throws {
        let path = pointer.description
        var pointers = [path]
        if let (table, rest) = split(pointer), let id = rest.dropFirst().first,
            rest.first?.isSpelled(as: "entities") == true
        {
            pointers = ["\(table)/entities/\(JSONPointer.escape(id))", table, ""]
        } else if let first = pointer.tokens.first {
            pointers = ["/\(JSONPointer.escape(first))", ""]
        }
        var changes: [(Int32, JournalIndex.Change)] = []
        for unit in Set(pointers.compactMap(index.existingUnit)) {
            var next = index.units[Int(unit)].newest
            while next != JournalIndex.none, changes.count < 5000 {
                let change = index.changes[Int(next)]
                if change.revision <= revision { changes.append((next, change)) }
                next = change.older
            }
        }
        changes.sort { $0.0 > $1.0 }
        var left = limit
        try writer.writeArray(changes) { _, change in
            guard left > 0 else { return }
            let text = try bytes(at: change.text)
            try text.withUnsafeBytes { text in
                try JSONReader.read(text, as: "a change that is") { (root) throws(CodingFailure) in
                    let changed = root["path"]?.string ?? ""
                    guard changed.isWithin(path) || path.isWithin(changed) else { return writer.writeNull() }
                    left -= 1
                    writer.write(literal: #"{"revision":"#)
                    writer.write(change.revision)
                    if let event = firstEvent(of: change.revision) {
                        writer.write(literal: #","by":"#)
                        writer.write(index.words[Int(index.events[event].name)])
                        writer.write(literal: #","event":"#)
                        writer.write(event)
                    }
                    writer.write(literal: #","change":"#)
                    writer.write(raw: text)
                    writer.write(literal: "}")
                }
            }
        }
    }

    /// The first event of the batch that ends with a revision.
    func firstEvent(of revision: Int) -> Int? {
        let events = index.events
        let number = firstNumber(in: events.first..<events.end) { events[$0].revision >= revision }
        return number < events.end && events[number].revision == revision ? number : nil
    }
}
