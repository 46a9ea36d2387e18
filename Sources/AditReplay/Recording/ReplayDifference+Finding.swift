import AditJSON

extension ReplayDifference {
    /// Finds the first difference between a recorded and a replayed line.
    ///
    /// - Parameter text: the compared part of the recorded line; nil for all of it.
    init(_ recorded: RecordedLine, as text: [UInt8]? = nil, came: UnsafeRawBufferPointer) {
        self = (text ?? recorded.text).withUnsafeBytes { text in
            let found = firstDifference(text, came, "")
            return ReplayDifference(
                line: recorded.place, entry: recorded.number, what: "\(recorded.kind.rawValue): \(found.what)",
                recorded: found.recorded, came: found.came)
        }
    }

    /// Describes a line with a wrong checksum.
    init(damaged line: [UInt8], _ place: Int) {
        let end = line.suffix(26)
        let sum = JSONWriter()
        guard end.starts(with: #","sum":""#.utf8) else {
            sum.write(String(decoding: end, as: UTF8.self))
            self.init(
                line: place, entry: nil, what: "the line is damaged; its end", recorded: sum.text, came: "no checksum")
            return
        }
        line.withUnsafeBytes { sum.writeChecksum(UnsafeRawBufferPointer(rebasing: $0.dropLast(26))) }
        self.init(
            line: place, entry: nil, what: "the line is damaged; its checksum",
            recorded: String(decoding: line.suffix(19).dropLast(), as: UTF8.self), came: sum.text)
    }

    /// Describes a difference in words.
    init(_ line: RecordedLine, recorded: String? = nil, came: String) {
        self.init(
            line: line.place, entry: line.number, what: line.kind.rawValue,
            recorded: recorded ?? line.with(line.value) { excerpt($0[...], around: 0) }, came: came)
    }
}

private typealias Found = (what: String, recorded: String, came: String)

/// Finds the first member or element in which two objects or arrays differ.
private func firstDifference(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ path: String) -> Found {
    func part(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }
    let isObject = old.first == UInt8(ascii: "{") && new.first == UInt8(ascii: "{")
    let isArray = old.first == UInt8(ascii: "[") && new.first == UInt8(ascii: "[")
    var (olds, news) = (LineScanner(old), LineScanner(new))
    var index = 0
    while isObject, let before = olds.next(), let after = news.next() {
        let (name, other) = (part(before.key, old), part(after.key, new))
        guard name.elementsEqual(other) else { break }
        let (a, b) = (part(before.value, old), part(after.value, new))
        guard !a.elementsEqual(b) else { continue }
        let key = String(decoding: name, as: UTF8.self)
        return firstDifference(a, b, path.isEmpty ? key : "\(path).\(key)")
    }
    while isArray {
        let (before, after) = (olds.nextElement(), news.nextElement())
        if before == nil, after == nil { break }
        defer { index += 1 }
        let here = "\(path)[\(index)]"
        guard let before, let after else {
            let text = { (range: Range<Int>?, bytes: UnsafeRawBufferPointer) in
                range.map { excerpt(part($0, bytes)[...], around: 0) } ?? "nothing"
            }
            return (here, text(before, old), text(after, new))
        }
        let (a, b) = (part(before, old), part(after, new))
        guard !a.elementsEqual(b) else { continue }
        return path == "heard" ? tell(here, a, b) : firstDifference(a, b, here)
    }
    return tell(path.isEmpty ? "the entry" : path, old, new)
}

private func tell(_ path: String, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Found {
    let place = zip(old, new).prefix { $0 == $1 }.count
    return (path, excerpt(old[...], around: place), excerpt(new[...], around: place))
}

/// Returns a short excerpt of a text around a place.
private func excerpt(_ text: Slice<UnsafeRawBufferPointer>, around place: Int) -> String {
    let most = 240
    if text.count <= most { return String(decoding: text, as: UTF8.self) }
    let start = max(0, min(place - most / 3, text.count - most))
    let part = text.dropFirst(start).prefix(most)
    return (start > 0 ? "…" : "") + String(decoding: part, as: UTF8.self) + (start + most < text.count ? "…" : "")
}
