import AditJSON

/// The place of a batch in the undo history, as its entry in a journal has it.
struct StepEntry {
    let batch: UndoStep.Batch
    /// nil if the batch is no part of the history.
    let place: UndoHistory.Place?
    let messages: [String]
    /// The requests to gateways, with the revision before the step that each belongs to.
    let requests: [(from: Int, request: UndoMark.Request)]
    /// Why a batch without a place changed the state; nil if it did not.
    let foreign: Foreign?

    /// A reason for a change that is no part of the history.
    enum Foreign { case unknown, withoutHistory }

    /// Reads the beginning of an entry, up to the changes.
    ///
    /// - Returns: nil if the line is no batch's end.
    init?(_ line: Slice<UnsafeRawBufferPointer>) {
        // In a JSON text, quotes are escaped: these are keys.
        guard let start = line.range(of: #","batch":{"#), let end = line.range(of: #","changes":"#) else { return nil }
        let head = Array(line[start.upperBound - 1..<end.lowerBound]) + Array("}".utf8)
        let hasChanges = line[end.upperBound...].starts(with: "[{".utf8)
        let isKnown = line[end.upperBound...].starts(with: "[".utf8)
        let entry = head.withUnsafeBytes { text -> StepEntry? in
            guard let document = try? JSONDocument(parsing: text, depth: 64) else { return nil }
            return document.withRoot { (root) throws(Never) in
                StepEntry(root, hasChanges: hasChanges, isKnown: isKnown)
            }
        }
        guard let entry else { return nil }
        self = entry
    }

    private init?(_ root: JSONValue, hasChanges: Bool, isKnown: Bool) {
        guard let from = root["from"]?.integer, let revision = root["revision"]?.integer else { return nil }
        batch = UndoStep.Batch(from: Int(from), revision: Int(revision))
        let step = root["step"]
        place = step?["place"]?.string.flatMap(UndoHistory.Place.init)
        let names = step?["messages"]
        messages = (0..<(names?.count ?? 0)).compactMap { names?[$0]?.string }
        let list = step?["requests"]
        requests = (0..<(list?.count ?? 0)).compactMap { index in
            guard let item = list?[index], let of = item["of"]?.integer, let id = item["id"]?.string,
                let gateway = item["gateway"]?.string
            else { return nil }
            return (Int(of), UndoMark.Request(effect: id, gateway: gateway))
        }
        let isForeign = revision > from && place == nil && (hasChanges || !isKnown)
        foreign = isForeign ? (isKnown ? .withoutHistory : .unknown) : nil
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Returns the range of a text's first occurrence.
    fileprivate func range(of text: StaticString) -> Range<Int>? {
        let wanted = Array(text.description.utf8)
        var rest = self
        while let index = rest.firstIndex(of: wanted[0]) {
            if self[index...].starts(with: wanted) { return index..<index + wanted.count }
            rest = self[(index + 1)...]
        }
        return nil
    }
}
