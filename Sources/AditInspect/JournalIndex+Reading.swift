import AditJSON
import AditState

// The rows of a journal, as they are taken into its index.

extension JournalIndex {
    /// Takes a row: the entries of one or more batches.
    ///
    /// - Parameter isNewer: whether it comes behind all that are known, and not before.
    /// - Throws: ``CodingFailure`` if an entry is damaged.
    mutating func take(_ row: HistorySource.Row, _ text: RowText, isNewer: Bool) throws(CodingFailure) {
        var (events, batches): ([Event], [Batch]) = ([], [])
        // The numbers of events after which a batch ends.
        var ends: Set<Int> = []
        var begin = 0
        let bytes = text.bytes
        while begin < bytes.count {
            let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = UnsafeRawBufferPointer(rebasing: bytes[begin..<end])
            let place = Place(row: row.number, offset: UInt32(begin), count: UInt32(line.count))
            guard hasRightChecksum(line) else {
                throw CodingFailure(path: "", reason: "row \(row.number): an entry is not as it was written")
            }
            let isBatch = JournalBatch.isBatch(line[...])
            try JSONReader.read(line, as: "an entry that is") { (root) throws(CodingFailure) in
                if isBatch {
                    guard let batch = root["batch"], let from = batch["from"]?.integer,
                        let revision = batch["revision"]?.integer
                    else { throw CodingFailure(path: "", reason: "found an entry that is no batch's end") }
                    batches.append(
                        Batch(text: place, from: Int(from), revision: Int(revision), date: row.time))
                    ends.insert(events.count)
                    // Those before it have been read without knowing it.
                    for index in events.indices where events[index].revision < 0 {
                        events[index].revision = Int(revision)
                    }
                } else if let event = event(root, place) {
                    events.append(event)
                }
            }
            begin = end + 1
        }
        for index in events.indices where events[index].revision < 0 { events[index].revision = row.revision }
        // They are handled one behind the other: each ends where the next one begins.
        for index in events.indices.dropLast() where !ends.contains(index + 1) {
            let took = events[index + 1].time - events[index].time
            if took > 0 { events[index].took = took }
        }
        if isNewer {
            for event in events { _ = self.events.add(newer: event) }
            for batch in batches {
                _ = self.batches.add(newer: batch)
                try takeChanges(of: batch, in: bytes, isNewer: true)
            }
        } else {
            for event in events.reversed() { _ = self.events.add(older: event) }
            for batch in batches.reversed() {
                _ = self.batches.add(older: batch)
                try takeChanges(of: batch, in: bytes, isNewer: false)
            }
        }
        note(row: row.number)
    }

    private mutating func event(_ root: JSONReader, _ place: Place) -> Event? {
        var kind: Kind?
        var (name, client, id, time): (Int32, Int32, UInt32, Int64) = (0, 0, 0, 0)
        var hasFailed = false
        root.forEachMember { (key, value) throws(Never) in
            switch ByteString(key) {
            case "n", "draws", "unheard", "sum", "state": break
            case "heard":
                value.forEachElement { (message) throws(Never) in if message["@error"] != nil { hasFailed = true } }
            case "time": time = value.integer ?? 0
            case "client": client = word(value.string ?? "")
            default:
                guard kind == nil, let found = Kind(key) else { break }
                kind = found
                if found == .message { (name, id) = message(value) }
                if found == .reply { name = word(value["@reply"]?["effect"]?.string ?? "") }
            }
        }
        guard let kind else { return nil }
        return Event(
            text: place, kind: kind, name: name, client: client, id: id, time: time, revision: -1,
            hasFailed: hasFailed || kind == .lost, took: -1)
    }

    /// The name of a message, which is its cases and the keys below them as far as each stands alone, and a checksum of its
    /// `@id`.
    private mutating func message(_ value: JSONReader) -> (name: Int32, id: UInt32) {
        var (keys, id): ([String], UInt32) = ([], 0)
        var (sum, next): (UInt64, JSONReader?) = (0, value)
        while let present = next, keys.count < 4, present.isObject {
            next = nil
            var (only, count): ((key: String, value: JSONReader)?, Int) = (nil, 0)
            present.forEachMember { (key, member) throws(Never) in
                switch ByteString(key) {
                case "@id" where keys.isEmpty:
                    id = member.raw.map { UInt32(truncatingIfNeeded: checksum(of: $0)) | 1 } ?? 0
                case "@with" where keys.isEmpty, "@group" where keys.isEmpty: break
                default:
                    only = (key, member)
                    count += 1
                }
            }
            guard count == 1, let only else { break }
            keys.append(only.key)
            var key = only.key
            sum = sum &* 0x9E37_79B9_7F4A_7C15 &+ key.withUTF8 { checksum(of: UnsafeRawBufferPointer($0)) }
            next = only.value
        }
        return (keys.isEmpty ? 0 : word(sum, keys.joined(separator: ".")), id)
    }

    // MARK: Changes

    private mutating func takeChanges(
        of batch: Batch, in bytes: UnsafeRawBufferPointer, isNewer: Bool
    ) throws(CodingFailure) {
        let line = UnsafeRawBufferPointer(
            rebasing: bytes[Int(batch.text.offset)..<Int(batch.text.offset + batch.text.count)])
        try JSONReader.read(line, as: "an entry that is") { (root) throws(CodingFailure) in
            guard let changes = root["batch"]?["changes"], changes.isArray else {
                if isNewer { return }
                throw CodingFailure(
                    path: "",
                    reason: "revision \(batch.revision) is an import, of whose changes the journal has nothing")
            }
            let all = changes.array
            for index in all.indices {
                let change = all[isNewer ? index : all.count - 1 - index]
                guard let path = change["path"]?.utf8, let raw = change.raw else { continue }
                let place = Place(
                    row: batch.text.row, offset: UInt32(raw.baseAddress! - bytes.baseAddress!),
                    count: UInt32(raw.count))
                try take(change, UnsafeRawBufferPointer(path), place, batch.revision, isNewer: isNewer)
            }
        }
    }

    private mutating func take(
        _ change: JSONReader, _ path: UnsafeRawBufferPointer, _ place: Place, _ revision: Int, isNewer: Bool
    ) throws(CodingFailure) {
        var (unitPath, isElement) = (JournalIndex.firstToken(of: path), false)
        for table in tables {
            let length = table.utf8.count
            guard path.count >= length, path[..<length].elementsEqual(table.utf8) else { continue }
            let rest = UnsafeRawBufferPointer(rebasing: path[length...])
            if rest.starts(with: "/entities/".utf8) {
                let end = rest[10...].firstIndex(of: UInt8(ascii: "/")) ?? rest.count
                (unitPath, isElement) = (UnsafeRawBufferPointer(rebasing: path[..<(length + end)]), true)
            } else if rest.starts(with: "/ids/".utf8) {
                return takeOrder(of: table, change, Int(ascii: rest.dropFirst(5)), revision, isNewer: isNewer)
            } else if rest.isEmpty || rest.elementsEqual("/ids".utf8) {
                takeReplacement(of: table, change, revision, isNewer: isNewer)
                if rest.isEmpty { unitPath = path } else { return }
            }
        }
        let unit = unit(unitPath, isElement: isElement)
        add(
            Change(
                text: place, older: JournalIndex.none, path: UInt32(truncatingIfNeeded: checksum(of: path)),
                isWhole: path.count == unitPath.count, revision: revision),
            of: unit, isNewer: isNewer)
    }

    private static func firstToken(of path: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard path.count > 1, let end = path[1...].firstIndex(of: UInt8(ascii: "/")) else { return path }
        return UnsafeRawBufferPointer(rebasing: path[..<end])
    }

    private mutating func takeOrder(
        of table: String, _ change: JSONReader, _ place: Int?, _ revision: Int, isNewer: Bool
    ) {
        guard let place else { return }
        var (from, to): (Int32, Int32) = (-1, -1)
        var element = JournalIndex.none
        let name = ByteString(table)
        switch change["op"]?.string.map(ByteString.init(_:)) {
        case "add":
            to = Int32(place)
            element = number(of: change["value"], in: table)
        case "remove":
            from = Int32(place)
            element = number(of: change["old"], in: table)
        case "move":
            let prefix = "\(table)/ids/".utf8.count
            guard let source = change["from"]?.string.flatMap({ Int(ascii: $0.utf8.dropFirst(prefix)) })
            else { return }
            (from, to) = (Int32(source), Int32(place))
            let order = isNewer ? orders[name]?.newest[source..<source + 1] : orders[name]?.oldest[place..<place + 1]
            element = order?.first ?? element
        default: return
        }
        let step = ElementOrder.Step(revision: revision, from: from, to: to, element: element)
        if isNewer { orders[name]?.add(newer: step) } else { orders[name]?.add(older: step) }
    }

    private mutating func takeReplacement(
        of table: String, _ change: JSONReader, _ revision: Int, isNewer: Bool
    ) {
        let value = change[isNewer ? "value" : "old"]
        var ids = OrderedIDs()
        (value?["ids"] ?? value)?.forEachElement { (id) throws(Never) in ids.append(number(of: id, in: table)) }
        if isNewer {
            orders[ByteString(table)]?.replaceNewer(at: revision, with: ids)
        } else {
            orders[ByteString(table)]?.replaceOlder(at: revision, with: ids)
        }
    }

    private mutating func number(of id: JSONReader?, in table: String) -> Int32 {
        guard let id else { return JournalIndex.none }
        if let text = id.utf8 { return element(text, of: table) }
        return element(Array((id.numberText ?? "").utf8), of: table)
    }
}

extension Int {
    /// Reads digits; nil if there is anything else.
    fileprivate init?(ascii digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        var number = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        self = number
    }
}
