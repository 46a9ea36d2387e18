import AditJSON

/// The JSON Pointer of a walk's position, kept as text.
final class RowPath {
    private let text = JSONWriter(capacity: 64)
    private var levels: [Int] = []

    var bytes: UnsafeRawBufferPointer { text.bytes }
    var string: String { text.text }

    func clear() {
        text.truncate(to: 0)
        levels.removeAll(keepingCapacity: true)
    }

    func enter(_ key: String) {
        levels.append(text.count)
        text.write(literal: "/")
        text.write(json: JSONPointer.escape(key))
    }

    func leave() {
        if let level = levels.popLast() { text.truncate(to: level) }
    }
}

/// Returns whether a stored member is a record of a core (`CoreRecords`), and not a member of the state.
func isRecord(_ member: String) -> Bool { member.utf8.first == UInt8(ascii: "@") }
