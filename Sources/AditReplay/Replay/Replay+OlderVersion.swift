import Adit
import AditHost
import AditJSON
import AditState

// Recordings of older versions of the app.
extension Replay {
    /// Returns a count in an opening.
    static func number(_ key: String, of opening: JSONReader) throws(HostError) -> Int? {
        guard let number = opening[key]?.integer else { return nil }
        guard number >= 0, number <= 1 << 60 else {
            throw HostError(.schema, "found the \(key) \(number); a number from 0 to \(1 << 60) is expected")
        }
        return Int(number)
    }

    /// Migrates a recorded state to the app's version.
    func present(_ text: [UInt8]) throws(CodingFailure) -> [UInt8] {
        guard let migrated else { return text }
        let read = text.withUnsafeBytes { text in
            Result { () throws(CodingFailure) in
                try JSONReader.read(text, as: "a state that is") { (state) throws(CodingFailure) in
                    try app.upgrade.text(of: state, version: migrated)
                }
            }
        }
        return try read.get().map { Array($0.bytes) } ?? text
    }

    /// Returns the records of durable effects in an opening, migrated to the app's version.
    ///
    /// - Parameter state: the state that the opening begins with, as recorded.
    func records(_ pending: JSONReader?, beside state: [UInt8]) throws(CodingFailure) -> [ByteString: [UInt8]] {
        var (records, texts): ([ByteString: JSON], [ByteString: [UInt8]]) = ([:], [:])
        pending?.forEachMember { (key, value) throws(Never) in
            let text = JSONWriter()
            text.write(value)
            (records[ByteString(key)], texts[ByteString(key)]) = (JSON(value), Array(text.bytes))
        }
        guard let migrated, !records.isEmpty, let state = state.withUnsafeBytes({ JSON($0) }) else { return texts }
        texts = [:]
        for (name, record) in try app.upgrade.upgraded(records: records, beside: state, from: migrated) {
            let text = JSONWriter()
            try record.write(to: text)
            texts[name] = Array(text.bytes)
        }
        return texts
    }

    /// Returns the members of an entry that are compared across versions: all but states and changes.
    func comparable(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(of: line) { name, value in
            switch name {
            case "state", "sum": nil
            case "batch": members(of: value) { name, value in ["changes", "step"].contains(name) ? nil : Array(value) }
            default: Array(value)
            }
        }
    }
}
