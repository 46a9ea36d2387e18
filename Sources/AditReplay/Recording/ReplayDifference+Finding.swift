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

/// Finds the first part in which two texts differ.
private func firstDifference(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ path: String) -> Found {
    let found = readPart(old) { before in readPart(new) { after in firstDifference(before, after, path) } ?? nil }
    return found.flatMap { $0 } ?? describe(path.isEmpty ? "the entry" : path, old, new)
}

/// Finds the first member or element in which two objects or arrays differ; nil of others.
private func firstDifference(_ old: JSONReader, _ new: JSONReader, _ path: String) -> Found? {
    func difference(_ before: JSONReader, _ after: JSONReader, _ path: String) -> Found? {
        guard let a = before.raw, let b = after.raw, !a.elementsEqual(b) else { return nil }
        let isOutput = path.utf8.starts(with: "heard[".utf8)
        return (isOutput ? nil : firstDifference(before, after, path)) ?? describe(path, a, b)
    }
    if var olds = try? old.members(), var news = try? new.members() {
        while let (name, before) = olds.next(), let (other, after) = news.next(), name == other {
            if let found = difference(before, after, path.isEmpty ? name.text : "\(path).\(name.text)") { return found }
        }
    }
    if old.isArray, new.isArray {
        let (olds, news) = (old.array, new.array)
        for (index, (before, after)) in zip(olds, news).enumerated() {
            if let found = difference(before, after, "\(path)[\(index)]") { return found }
        }
        let common = min(olds.count, news.count)
        guard olds.count != news.count else { return nil }
        let text = { (elements: [JSONReader]) in
            elements.dropFirst(common).first?.raw.map { excerpt($0[...], around: 0) } ?? "nothing"
        }
        return ("\(path)[\(common)]", text(olds), text(news))
    }
    return nil
}

private func describe(_ path: String, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Found {
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
