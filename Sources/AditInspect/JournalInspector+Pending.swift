import AditJSON
import AditState

// What was under way at the last commit: durable requests and timers of a store, and unanswered requests of a recording.

extension JournalInspector {
    /// Writes it in the form of `@pending`, without effects: these have ended with their process.
    func writePending(to writer: JSONWriter) throws {
        var (requests, timers): ([(order: [Int], text: String)], [(order: [Int], text: String)]) = ([], [])
        try source.pending { (name, text) throws(CodingFailure) in
            let id = String(name.drop { $0 != "/" }.dropFirst())
            let order = id.dropFirst().split(separator: "-").map { Int($0) ?? 0 }
            try JSONReader.read(text.bytes, as: "a record that is") { (record) throws(CodingFailure) in
                let part = JSONWriter()
                let mask: CatalogMask? = if case .masked(let mask) = secrets { mask } else { nil }
                if name.utf8.starts(with: "@timer/".utf8) {
                    part.write(id, ofTimer: record, mask)
                    timers.append((order, part.text))
                } else {
                    part.write(id, ofRequest: record, mask)
                    requests.append((order, part.text))
                }
            }
        }
        writer.writeObject {
            for (name, parts) in [("requests", requests), ("timers", timers)] {
                writer.writeProperty(name) {
                    writer.writeArray(parts.sorted { $0.order.lexicographicallyPrecedes($1.order) }) { part in
                        Array(part.text.utf8).withUnsafeBytes { writer.write(raw: $0) }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate func write(_ id: String, ofRequest record: JSONReader, _ mask: CatalogMask?) {
        writeObject {
            writeProperty("effect") { write(id) }
            for (key, name) in [
                ("gateway", "gateway"), ("id", "key"), ("next", "due"), ("deadline", "deadline"),
            ] {
                if let value = record[name] { writeProperty(key) { write(value) } }
            }
            if let request = record["request"] {
                writeProperty("request") {
                    guard let mask else { return write(request) }
                    mask.write(request, toGateway: record["gateway"]?.string ?? "", self)
                }
            }
            writeProperty("durable") { write(record["name"] != nil) }
            writeProperty("attempt") { write(Int(record["failures"]?.integer ?? 0).addingSaturated(1)) }
        }
    }

    fileprivate func write(_ id: String, ofTimer record: JSONReader, _ mask: CatalogMask?) {
        writeObject {
            writeProperty("timer") { write(id) }
            for (key, name) in [("due", "due"), ("id", "key")] {
                if let value = record[name] { writeProperty(key) { write(value) } }
            }
            if let message = record["message"] {
                writeProperty("message") { if let mask { mask.write(message: message, self) } else { write(message) } }
            }
        }
    }
}

extension RecordingSource {
    /// Passes the requests that were not answered, by name: those pending at the opening, and those that the host heard.
    func pending(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        var open: [ByteString: String] = [:]
        guard let bounds = bounds() else { return }
        try read(bounds.first...bounds.last, ascending: true) { (_, text) throws(CodingFailure) in
            for line in text.bytes.split(separator: UInt8(ascii: "\n")) {
                try JSONReader.read(UnsafeRawBufferPointer(rebasing: line), as: "an entry that is") {
                    (root) throws(CodingFailure) in
                    note(root, in: &open)
                }
            }
            return true
        }
        for (name, record) in open {
            let bytes = Array(record.utf8)
            try bytes.withUnsafeBytes { try body(name.string, RowText($0)) }
        }
    }

    private func note(_ entry: JSONReader, in open: inout [ByteString: String]) {
        func name(_ id: String) -> ByteString { ByteString("@effect/" + id) }
        func text(_ value: JSONReader) -> String {
            let writer = JSONWriter()
            writer.write(value)
            return writer.text
        }
        if entry["open"] != nil {
            open = [:]
            entry["pending"]?.forEachMember { (name, record) throws(Never) in open[ByteString(name)] = text(record) }
        }
        if let reply = entry["reply"]?["@reply"], reply["more"]?.bool != true, let id = reply["effect"]?.string {
            open[name(id)] = nil
        }
        entry["heard"]?.forEachElement { (message) throws(Never) in
            if let id = message["@cancel"]?["effect"]?.string { open[name(id)] = nil }
            guard let effect = message["@effect"], let id = effect["id"]?.string, effect["reply"]?.bool != false,
                open[name(id)] == nil
            else { return }
            open[name(id)] = text(effect)
        }
    }
}
