import AditJSON

/// The place of a batch in the undo history, as its entry in a journal has it.
struct StepEntry {
    let batch: UndoStep.Batch
    /// nil if the batch is not part of the history.
    let place: UndoHistory.Place?
    /// The messages whose changes the batch has.
    let messages: [String]
    /// The step that the batch reverts; nil if it reverts none, or if the entry lacks it.
    let reverted: UndoStep?
    /// The requests to gateways, with the revision before the step that each belongs to.
    let requests: [(from: Int, request: UndoMark.Request)]
    /// Why a batch without a place changed the state; nil if it did not.
    let foreign: Foreign?

    /// A reason for a change that is not part of the history.
    enum Foreign { case unknown, withoutHistory }

    /// Reads an entry that is the end of a batch.
    ///
    /// - Throws: ``CodingFailure`` if it is not.
    init(_ line: Slice<UnsafeRawBufferPointer>) throws(CodingFailure) {
        self = try JournalBatch.read(line) { (batch, entry) in StepEntry(batch, entry["step"]) }
    }

    private init(_ read: JournalBatch, _ step: JSONReader?) {
        batch = UndoStep.Batch(from: read.from, revision: read.revision)
        place = step?["place"]?.string.flatMap(UndoHistory.Place.init)
        let names = step?["messages"]
        messages = (names?.array ?? []).compactMap(\.string)
        if let from = step?["from"]?.integer, let revision = step?["revision"]?.integer {
            let effects = StepEntry.requests(step?["effects"]).map(\.request)
            let origin = UndoStep.Batch(from: Int(from), revision: Int(revision))
            reverted = UndoStep(origin, UndoMark(messages: messages, requests: effects), messages: messages)
        } else {
            reverted = nil
        }
        requests = StepEntry.requests(step?["requests"]).compactMap { of, request in of.map { ($0, request) } }
        let isForeign = read.revision > read.from && place == nil && read.changes.map { $0.count > 0 } ?? true
        foreign = isForeign ? (read.changes != nil ? .withoutHistory : .unknown) : nil
    }

    private static func requests(_ list: JSONReader?) -> [(of: Int?, request: UndoMark.Request)] {
        var requests: [(of: Int?, request: UndoMark.Request)] = []
        list?.forEachElement { (item) throws(Never) in
            guard let id = item["id"]?.string, let gateway = item["gateway"]?.string else { return }
            requests.append((item["of"]?.integer.map { Int($0) }, UndoMark.Request(effect: id, gateway: gateway)))
        }
        return requests
    }
}
