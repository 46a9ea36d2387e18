import AditJSON

/// The steps of a core that can be undone and redone. The core's loop.
///
/// It knows the revisions of each step only: the values are in the journal. The end of each batch has an entry in the
/// journal with its place in this history, from which another opening restores it.
package final class UndoHistory {
    /// The place of a batch in the history.
    enum Place: String {
        /// The batch begins a step.
        case begins
        /// The batch belongs to the last step, and is reverted with it.
        case continues
        /// The batch reverts the last step that can be undone.
        case undoes
        /// The batch reverts the last undo.
        case redoes
    }

    /// The batch that is being written.
    private struct Trial {
        let batch: UndoStep.Batch
        /// nil if its changes are unknown.
        let place: Place?
    }

    // Accesses last for one statement each.
    /// The steps that can be undone, and those that can be redone; the next one is last.
    @exclusivity(unchecked) private var undone: [UndoStep] = []
    @exclusivity(unchecked) private var done: [UndoStep] = []
    /// Why nothing before the first step can be undone; nil if there is nothing.
    @exclusivity(unchecked) private var obstacle: Obstacle?

    /// The reason why changes up to a revision cannot be undone.
    enum Obstacle {
        case journalEnds(revision: Int)
        /// An import replaced the state.
        case unknownChanges(revision: Int)
        /// The core was open without a history.
        case noHistory(revision: Int)
        /// The history has as many steps as it keeps.
        case tooMany(revision: Int)
    }

    // The present event.
    @exclusivity(unchecked) private var mark: UndoMark?
    @exclusivity(unchecked) private var reverts: UndoDirection?
    /// The group of the last message, and its messages.
    @exclusivity(unchecked) private var group: (key: Group, mark: UndoMark)?
    @exclusivity(unchecked) private var trial: Trial?
    /// Requests of earlier steps that no entry has yet.
    @exclusivity(unchecked) private var unwritten: [(request: UndoMark.Request, from: Int)] = []

    /// The key of a group: each client names its own.
    private struct Group: Equatable {
        let name: ByteString
        let client: ByteString?

        init(_ name: String, _ client: String?) {
            self.name = ByteString(name)
            self.client = client.map { ByteString($0) }
        }
    }

    /// The maximum number of steps in each direction.
    static let most = 10_000

    package init() {}

    /// The number of steps that can be undone, and of those that can be redone.
    package var count: (undo: Int, redo: Int) { (done.count, undone.count) }
}

// MARK: - Events

extension UndoHistory {
    /// Returns the mark of a message: a new one, or that of its group.
    package func mark(message: String, group name: String?, of client: String?) -> UndoMark {
        let mark: UndoMark
        if let name {
            let key = Group(name, client)
            if let group, group.key == key { mark = group.mark } else { mark = UndoMark() }
            group = (key, mark)
        } else {
            mark = UndoMark()
            group = nil
        }
        mark.add(message: message)
        return mark
    }

    /// Returns whether a message belongs to the group of the last one, so that both may be in a batch.
    package func isOpen(group name: String?, of client: String?) -> Bool {
        guard let name, let group else { return false }
        return group.key == Group(name, client) && group.mark === mark
    }

    /// Begins an event.
    ///
    /// - Parameter mark: the messages that caused it; nil for sources, and for messages that are no steps of their own.
    package func begin(_ mark: UndoMark?) {
        self.mark = mark
        reverts = nil
    }

    /// Begins an undo or a redo.
    package func begin(_ direction: UndoDirection) {
        mark = nil
        reverts = direction
        group = nil
    }

    /// Records a request to a gateway.
    package func note(_ request: UndoMark.Request, of mark: UndoMark?) {
        guard let mark else { return }
        mark.add(request)
        // The entry that begins a step has its requests until then.
        if let step = mark.step { unwritten.append((request, step.origin.from)) }
    }

    /// Returns the next step to revert.
    ///
    /// - Throws: ``CodingFailure`` if there is none.
    package func next(_ direction: UndoDirection) throws(CodingFailure) -> UndoStep {
        if let step = direction == .undo ? done.last : undone.last { return step }
        let reason =
            switch (direction, obstacle) {
            case (.redo, _): "an undo before, without other changes since, is expected"
            case (.undo, nil): "a message that changes the state is expected before"
            case (.undo, .journalEnds(let revision)): "the journal goes back to revision \(revision)"
            case (.undo, .unknownChanges(let revision)): "an import replaced the state at revision \(revision)"
            case (.undo, .tooMany(let revision)): "the steps up to revision \(revision) are not kept"
            case (.undo, .noHistory(let revision)): "up to revision \(revision), the core was open without \"undo\""
            }
        throw CodingFailure(path: "", reason: "found nothing to \(direction); \(reason)")
    }

    /// Forgets the steps of a direction, as the journal lost their changes.
    ///
    /// - Parameter revision: the revision that the journal goes back to.
    package func forget(_ direction: UndoDirection, upTo revision: Int) {
        if direction == .redo { return undone.removeAll() }
        done.removeAll()
        obstacle = .journalEnds(revision: revision)
    }
}

// MARK: - Batches

extension UndoHistory {
    /// Writes the place of a batch to its entry in the journal.
    ///
    /// - Parameters:
    ///   - isKnown: whether the changes of the batch are known.
    ///   - isEmpty: whether there are none.
    func write(to writer: JSONWriter, _ batch: UndoStep.Batch, isKnown: Bool, isEmpty: Bool) {
        trial = nil
        var place: Place?
        if batch.revision > batch.from, !isEmpty || !isKnown {
            place = isKnown ? self.place : nil
            trial = Trial(batch: batch, place: place)
        }
        guard place != nil || !unwritten.isEmpty else { return }
        writer.write(literal: #","step":"#)
        writer.writeObject {
            if let place { writer.writeProperty("place") { writer.write(place.rawValue) } }
            if place == .begins, let mark {
                writer.writeProperty("messages") { try? mark.messages.write(to: writer) }
                for request in mark.requests { unwritten.append((request, batch.from)) }
            }
            if !unwritten.isEmpty { writer.writeProperty("requests") { write(unwritten, to: writer) } }
        }
    }

    private func write(_ requests: [(request: UndoMark.Request, from: Int)], to writer: JSONWriter) {
        writer.write(literal: "[")
        for (request, from) in requests {
            writer.separate()
            writer.writeObject {
                writer.writeProperty("of") { writer.write(from) }
                writer.writeProperty("id") { writer.write(request.effect) }
                writer.writeProperty("gateway") { writer.write(request.gateway) }
            }
        }
        writer.write(literal: "]")
    }

    /// The place of the present event's batch.
    private var place: Place {
        switch reverts {
        case .undo: .undoes
        case .redo: .redoes
        case nil: mark != nil && mark?.step == nil ? .begins : .continues
        }
    }

    /// Adds the written batch.
    func keep() {
        unwritten.removeAll()
        guard let trial else { return }
        self.trial = nil
        add(trial.batch, trial.place, mark)
        // What follows by itself, such as output of observers, belongs to the same step.
        reverts = nil
    }

    /// Discards the batch, which could not be written.
    func lose() {
        if let trial { unwritten.removeAll { $0.from == trial.batch.from } }
        trial = nil
    }

    /// Adds a batch.
    ///
    /// - Parameter place: nil if its changes are unknown, so that nothing before it can be reverted.
    func add(_ batch: UndoStep.Batch, _ place: Place?, _ mark: UndoMark?) {
        switch place {
        case nil:
            (done, undone, group) = ([], [], nil)
            obstacle = .unknownChanges(revision: batch.revision)
        case .begins:
            let step = UndoStep(batch, mark ?? UndoMark())
            mark?.step = step
            push(step, to: &done)
            undone = []
        case .continues:
            done.last?.add(batch)
            undone = []
        case .undoes: move(batch, from: &done, to: &undone)
        case .redoes: move(batch, from: &undone, to: &done)
        }
    }

    private func move(_ batch: UndoStep.Batch, from steps: inout [UndoStep], to others: inout [UndoStep]) {
        guard let step = steps.popLast() else { return }
        step.batches = [batch]
        // Later changes of its effects are a step of their own.
        step.mark.step = nil
        push(step, to: &others)
    }

    private func push(_ step: UndoStep, to steps: inout [UndoStep]) {
        // An eighth at once, so that not each step moves all others.
        if steps.count >= UndoHistory.most {
            steps.removeFirst(UndoHistory.most / 8)
            obstacle = .tooMany(revision: steps.first?.origin.from ?? 0)
        }
        steps.append(step)
    }

    /// Restores the history of earlier openings.
    ///
    /// - Parameters:
    ///   - entries: the batches, the oldest first.
    ///   - obstacle: why nothing before them can be undone; nil if there is nothing.
    func restore(_ entries: [StepEntry], _ obstacle: Obstacle?) {
        self.obstacle = obstacle
        var steps: [Int: UndoMark] = [:]
        for entry in entries {
            if let place = entry.place {
                let mark = place == .begins ? UndoMark(messages: entry.messages) : nil
                if let mark { steps[entry.batch.from] = mark }
                add(entry.batch, place, mark)
            }
            for (from, request) in entry.requests { steps[from]?.add(request) }
        }
        // An event of this opening begins a step of its own.
        for mark in steps.values { mark.step = nil }
    }
}
