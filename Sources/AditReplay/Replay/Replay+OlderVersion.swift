import Adit
import AditHost
import AditJSON
import AditState

// Recordings of older versions of the app.
extension Replay {
    /// Returns a count in an opening.
    static func number(_ key: String, of opening: JSONValue) throws(HostError) -> Int? {
        guard let number = opening[key]?.integer else { return nil }
        guard number >= 0, number <= 1 << 60 else {
            throw HostError(.schema, "found the \(key) \(number); a number from 0 to \(1 << 60) is expected")
        }
        return Int(number)
    }

    /// Migrates a recorded state to the app's version.
    func present(_ text: [UInt8]) throws(CodingFailure) -> [UInt8] {
        guard let migrated else { return text }
        guard let document = parsed(text[...]) else { throw CodingFailure(path: "", reason: "found no JSON") }
        let new = try document.withRoot { (state) throws(CodingFailure) in
            try app.upgrade.text(of: state, version: migrated)
        }
        return new.map { Array($0.bytes) } ?? text
    }

    /// Returns the records of durable effects in an opening, migrated to the app's version.
    ///
    /// - Parameter state: the state that the opening begins with, as recorded.
    func records(_ pending: JSONValue?, beside state: [UInt8]) throws(CodingFailure) -> [String: [UInt8]] {
        var (records, texts): ([String: JSON], [String: [UInt8]]) = ([:], [:])
        pending?.forEachMember { (key, value) throws(Never) in
            let text = JSONWriter()
            text.write(value)
            (records[key], texts[key]) = (JSON(value), Array(text.bytes))
        }
        guard let migrated, !records.isEmpty, let document = parsed(state[...]) else { return texts }
        let state = document.withRoot { (root) throws(Never) in JSON(root) }
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
        var (text, scanner) = ([UInt8(ascii: "{")], LineScanner(line))
        while let (key, value) = scanner.next() {
            let name = line[key]
            if name.elementsEqual("state".utf8) || name.elementsEqual("sum".utf8) { continue }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += [UInt8(ascii: "\"")] + name + Array("\":".utf8)
            if name.elementsEqual("batch".utf8) {
                text += revisions(UnsafeRawBufferPointer(rebasing: line[value]))
            } else {
                text += line[value]
            }
        }
        return text + [UInt8(ascii: "}")]
    }

    private func revisions(_ batch: UnsafeRawBufferPointer) -> [UInt8] {
        var (text, scanner) = ([UInt8(ascii: "{")], LineScanner(batch))
        while let (key, value) = scanner.next() {
            if ["changes", "step"].contains(where: { batch[key].elementsEqual($0.utf8) }) { continue }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += [UInt8(ascii: "\"")] + batch[key] + Array("\":".utf8) + batch[value]
        }
        return text + [UInt8(ascii: "}")]
    }
}
