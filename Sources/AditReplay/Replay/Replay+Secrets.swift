import AditJSON

// Recordings have masks in place of secrets. A replay handles the masks as if they were the secrets, so that a secret
// which was replaced by another one stays the same.
extension Replay {
    /// Returns the members of a batch's entry without the changes of which only masks are known.
    func withoutMaskedChanges(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(of: line) { key, value in
            if key.elementsEqual("sum".utf8) { return nil }
            guard key.elementsEqual("batch".utf8) else { return Array(value) }
            return members(of: value) { key, value in
                key.elementsEqual("changes".utf8) ? otherChanges(value) : Array(value)
            }
        }
    }

    /// Returns the members of a batch's entry without its place in the undo history.
    func withoutStep(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(of: line) { key, value in
            if key.elementsEqual("sum".utf8) { return nil }
            guard key.elementsEqual("batch".utf8) else { return Array(value) }
            return members(of: value) { key, value in key.elementsEqual("step".utf8) ? nil : Array(value) }
        }
    }

    /// Whether a batch has changes of which only masks are known.
    func hasMaskedChanges(_ line: RecordedLine) -> Bool {
        line.text.withUnsafeBytes { withoutMaskedChanges($0) != withoutSum($0) }
    }

    private func withoutSum(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(of: line) { key, value in key.elementsEqual("sum".utf8) ? nil : Array(value) }
    }

    private func otherChanges(_ changes: UnsafeRawBufferPointer) -> [UInt8] {
        guard changes.first == UInt8(ascii: "[") else { return Array(changes) }
        var (text, scanner) = ([UInt8(ascii: "[")], LineScanner(changes))
        while let range = scanner.nextElement() {
            let change = UnsafeRawBufferPointer(rebasing: changes[range])
            if isOfMasksOnly(change) { continue }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += change
        }
        return text + [UInt8(ascii: "]")]
    }

    /// Whether a change replaces masks by the same masks.
    private func isOfMasksOnly(_ change: UnsafeRawBufferPointer) -> Bool {
        var (old, value): (Slice<UnsafeRawBufferPointer>?, Slice<UnsafeRawBufferPointer>?)
        var hasMasks = false
        var scanner = LineScanner(change)
        while let (key, range) = scanner.next() {
            if change[key].elementsEqual("old".utf8) { old = change[range] }
            if change[key].elementsEqual("value".utf8) { value = change[range] }
            if change[key].elementsEqual("masked".utf8) { hasMasks = true }
        }
        guard hasMasks, let old, let value else { return false }
        return old.elementsEqual(value)
    }

    private func members(
        of object: UnsafeRawBufferPointer, _ body: (Slice<UnsafeRawBufferPointer>, UnsafeRawBufferPointer) -> [UInt8]?
    ) -> [UInt8] {
        var (text, scanner) = ([UInt8(ascii: "{")], LineScanner(object))
        while let (key, range) = scanner.next() {
            guard let value = body(object[key], UnsafeRawBufferPointer(rebasing: object[range])) else { continue }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += [UInt8(ascii: "\"")] + object[key] + Array("\":".utf8) + value
        }
        return text + [UInt8(ascii: "}")]
    }

    /// Returns the text of a state with masks; the same text if the app has no secrets.
    func masked(state text: UnsafeRawBufferPointer) -> [UInt8] {
        guard let mask = run?.core.loop.effects.secrets?.state,
            let document = try? BorrowedDocument(parsing: text, as: "a state that is")
        else { return Array(text) }
        let writer = JSONWriter()
        document.withRoot { mask.write($0, to: writer) }
        return Array(writer.bytes)
    }
}
