import Adit

/// A reader of the fields of a file: numbers of eight bytes, and bytes after their number.
struct Fields {
    private let all: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { all = bytes }

    mutating func number() -> Int? {
        guard all.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return Int(all[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number(), count >= 0, count <= all.count - offset else { return nil }
        defer { offset += count }
        return Array(all[offset..<offset + count])
    }

    mutating func string() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }
}

extension Rows {
    /// The contents of a file: the head, the members, the tables.
    func text(_ head: StorageHead) -> [UInt8] {
        var text: [UInt8] = []
        func add(_ number: Int) { text += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
        func add(_ bytes: some Collection<UInt8>) {
            add(bytes.count)
            text += bytes
        }
        add(head.revision)
        add(head.opens)
        add(values.count)
        for member in members {
            add(member.utf8)
            add(values[member] ?? [])
        }
        for table in tables {
            let rows = elements[table] ?? []
            add(table.utf8)
            add(rows.count)
            for row in rows {
                add(row.id.utf8)
                add(row.value)
            }
        }
        return text
    }
}
