import AditJSON

// Recordings have masks in place of secrets. A replay handles the masks as if they were the secrets, so that a secret
// which was replaced by another one stays the same.
extension Replay {
    /// Returns the members of a batch's entry without the changes of which only masks are known.
    func withoutMaskedChanges(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(ofBatch: line) { key, value in key == "changes" ? otherChanges(value) : Array(value) }
    }

    /// Returns the members of a batch's entry without its place in the undo history.
    func withoutStep(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        members(ofBatch: line) { key, value in key == "step" ? nil : Array(value) }
    }

    /// Whether a batch has changes of which only masks are known.
    func hasMaskedChanges(_ line: RecordedLine) -> Bool {
        line.text.withUnsafeBytes { line in
            withoutMaskedChanges(line) != members(ofBatch: line) { _, value in Array(value) }
        }
    }

    /// Returns a batch's entry without its checksum, and with other values in the batch; nil leaves a member out.
    private func members(
        ofBatch line: UnsafeRawBufferPointer, _ body: (ByteString, UnsafeRawBufferPointer) -> [UInt8]?
    ) -> [UInt8] {
        members(of: line) { key, value in
            switch key {
            case "sum": nil
            case "batch": members(of: value, body)
            default: Array(value)
            }
        }
    }

    private func otherChanges(_ changes: UnsafeRawBufferPointer) -> [UInt8] {
        let text = JSONWriter()
        text.write(literal: "[")
        let isArray = readPart(changes) { changes in
            changes.forEachElement { change in
                guard !isOfMasksOnly(change), let change = change.raw else { return }
                text.separate()
                text.write(raw: change)
            }
            return changes.isArray
        }
        text.write(literal: "]")
        return isArray == true ? Array(text.bytes) : Array(changes)
    }

    /// Whether a change replaces masks by the same masks.
    private func isOfMasksOnly(_ change: JSONReader) -> Bool {
        guard change["masked"] != nil, let old = change["old"]?.raw, let value = change["value"]?.raw else {
            return false
        }
        return old.elementsEqual(value)
    }

    /// Returns an object with other values; nil leaves a member out.
    func members(
        of object: UnsafeRawBufferPointer, _ body: (ByteString, UnsafeRawBufferPointer) -> [UInt8]?
    ) -> [UInt8] {
        let text = JSONWriter()
        let isObject = readPart(object) { object in
            text.writeObject {
                object.forEachMember { (key, value) throws(Never) in
                    guard let value = value.raw, let new = body(ByteString(key), value) else { return }
                    text.writeProperty(key) { new.withUnsafeBytes(text.write(raw:)) }
                }
            }
            return object.isObject
        }
        return isObject == true ? Array(text.bytes) : Array(object)
    }

    /// Returns the text of a state with masks; the same text if the app has no secrets.
    func masked(state text: UnsafeRawBufferPointer) -> [UInt8] {
        guard let mask = run?.core.loop.effects.secrets?.state else { return Array(text) }
        let writer = JSONWriter()
        let isRead = readPart(text) { mask.write($0, to: writer) } != nil
        return Array(isRead ? writer.bytes : text)
    }
}
