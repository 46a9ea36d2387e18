import AditJSON

/// The steps of a core that can be undone and redone. The core's loop.
///
/// A step is the unit of undo: a message of the host, or a group of messages, with everything that they caused. The
/// message, its effects and its requests share an ``UndoMark``: the first batch with changes of a mark begins a step.
/// Steps are reverted in order, so later changes of an effect belong to the step that is the last one then, which names
/// its message beside its own.
///
/// The history has two stacks, of steps that are done and of steps that are undone. A batch that changes the state has
/// a ``Place`` in them: it begins a step, continues the last one, or reverts one by moving it to the other stack. A new
/// change empties the stack of undone steps.
///
/// It knows the revisions of each step only: the values are in the journal, and a step can be undone as long as the
/// journal goes back to it. The entry of each batch in the journal has the batch's place, from which another opening
/// restores the history. A batch is added when it is written (``commit()``), so that a lost one leaves no trace
/// (``rollBack()``).
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
        let messages: [String]
    }

    // Accesses last for one statement each.
    /// The steps that can be undone, and those that can be redone; the next one is last.
    @exclusivity(unchecked) private var undone: [UndoStep] = []
    @exclusivity(unchecked) private var done: [UndoStep] = []
    /// Why nothing before the first step can be undone; nil if there is nothing.
    @exclusivity(unchecked) private var obstacle: Obstacle?
    /// The revision that the journal goes back to, if it lacks the undone step that comes next; nil otherwise.
    @exclusivity(unchecked) private var redoObstacle: Int?

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
    /// The cases of the messages whose changes the batch has, each once.
    @exclusivity(unchecked) private var messages: [String] = []
    /// The host's message of the event, and the number of messages that were begun with it; nil if it has failed.
    @exclusivity(unchecked) private var own: (message: String, isNew: Bool, isNewInMark: Bool)?
    @exclusivity(unchecked) private var begun = 0
    /// The additions of the batch to marks.
    @exclusivity(unchecked) private var marked: [(mark: UndoMark, message: String)] = []
    @exclusivity(unchecked) private var requested: [(mark: UndoMark, request: UndoMark.Request)] = []
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
    package func mark(group name: String?, of client: String?) -> UndoMark {
        guard let name else {
            group = nil
            return UndoMark()
        }
        let key = Group(name, client)
        if let group, group.key == key { return group.mark }
        let mark = UndoMark()
        group = (key, mark)
        return mark
    }

    /// Returns whether a message belongs to the group of the last one, so that both may be in a batch.
    package func isOpen(group name: String?, of client: String?) -> Bool {
        guard let name, let group else { return false }
        return group.key == Group(name, client) && group.mark === mark
    }

    /// Begins an event.
    ///
    /// - Parameters:
    ///   - mark: the messages that caused it; nil for sources, and for messages that are not steps.
    ///   - message: the case of the host's message; nil for other events.
    package func begin(_ mark: UndoMark?, message: String? = nil) {
        if mark == nil || mark !== self.mark { messages = [] }
        self.mark = mark
        reverts = nil
        (own, begun) = (nil, 0)
        guard let message else { return }
        let isNewInMark = mark?.add(message: message) ?? false
        if isNewInMark, let mark { marked.append((mark, message)) }
        own = (message, add(message), isNewInMark)
    }

    /// Records an output of an effect or a source that has changed the state: it is named beside the step that it is
    /// reverted with, unless that is the step of its own message.
    package func record(change message: String) {
        if let mark, mark.step == nil || mark.step === done.last { return }
        _ = add(message)
    }

    /// Returns false if the batch has a message of that case already.
    private func add(_ message: String) -> Bool {
        guard !messages.contains(message) else { return false }
        messages.append(message)
        return true
    }

    /// Begins a message: that of the host, or one that it caused.
    func beginMessage() { begun += 1 }

    /// Forgets the host's message, if it is the one that failed.
    func rollBackMessage() {
        guard begun <= 1, let own else { return }
        self.own = nil
        if own.isNew { messages.removeAll { $0 == own.message } }
        guard own.isNewInMark, let mark else { return }
        mark.remove(message: own.message)
        marked.removeAll { $0.mark === mark && $0.message == own.message }
    }

    /// Begins an undo or a redo.
    package func begin(_ direction: UndoDirection) {
        mark = nil
        reverts = direction
        group = nil
        (messages, own) = ([], nil)
    }

    /// Records a request to a gateway.
    package func record(_ request: UndoMark.Request, of mark: UndoMark?) {
        guard let mark else { return }
        mark.add(request)
        requested.append((mark, request))
        // The entry that begins a step has its requests until then.
        if let step = mark.step { unwritten.append((request, step.origin.from)) }
    }

    /// Returns the next step to revert.
    ///
    /// - Throws: ``CodingFailure`` if there is no such step.
    package func next(_ direction: UndoDirection) throws(CodingFailure) -> UndoStep {
        if let step = direction == .undo ? done.last : undone.last { return step }
        let reason =
            switch (direction, obstacle) {
            case (.redo, _):
                redoObstacle.map { "the journal goes back to revision \($0)" }
                    ?? "an undo before, without other changes since, is expected"
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
        if direction == .redo {
            undone.removeAll()
            redoObstacle = revision
            return
        }
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
    ///   - isEmpty: whether the batch has no changes.
    func write(to writer: JSONWriter, _ batch: UndoStep.Batch, isKnown: Bool, isEmpty: Bool) {
        trial = nil
        var place: Place?
        if batch.revision > batch.from, !isEmpty || !isKnown {
            place = isKnown ? self.place : nil
            trial = Trial(batch: batch, place: place, messages: messages(at: place))
        }
        guard place != nil || !unwritten.isEmpty else { return }
        writer.write(literal: #","step":"#)
        writer.writeObject {
            if let place { writer.writeProperty("place") { writer.write(place.rawValue) } }
            if let messages = trial?.messages, place == .begins || place == .continues && !messages.isEmpty {
                writer.writeProperty("messages") { try? messages.write(to: writer) }
            }
            if let step = next(place) { write(step, to: writer) }
            if place == .begins, let mark {
                for request in mark.requests { unwritten.append((request, batch.from)) }
            }
            if !unwritten.isEmpty {
                writer.writeProperty("requests") {
                    writer.writeArray(of: unwritten) { write($0.request, from: $0.from, to: writer) }
                }
            }
        }
    }

    /// Returns the cases of the messages whose changes the batch has.
    private func messages(at place: Place?) -> [String] {
        if place == .begins { return mark?.messages ?? [] }
        // An effect of an earlier step that has changed the state by itself.
        if messages.isEmpty, let mark, mark.step !== done.last { return mark.messages }
        return messages
    }

    /// The step that a batch reverts; nil if it reverts none.
    private func next(_ place: Place?) -> UndoStep? {
        switch place {
        case .undoes: done.last
        case .redoes: undone.last
        case .begins, .continues, nil: nil
        }
    }

    /// Writes a reverted step again, as the journal may lose its beginning.
    private func write(_ step: UndoStep, to writer: JSONWriter) {
        writer.writeProperty("from") { writer.write(step.origin.from) }
        writer.writeProperty("revision") { writer.write(step.origin.revision) }
        writer.writeProperty("messages") { try? step.messages.write(to: writer) }
        writer.writeProperty("effects") { writer.writeArray(of: step.requests) { write($0, to: writer) } }
    }

    /// - Parameter from: the revision before the step that the request belongs to; nil within its step.
    private func write(_ request: UndoMark.Request, from: Int? = nil, to writer: JSONWriter) {
        writer.writeObject {
            if let from { writer.writeProperty("of") { writer.write(from) } }
            writer.writeProperty("id") { writer.write(request.effect) }
            writer.writeProperty("gateway") { writer.write(request.gateway) }
        }
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
    func commit() {
        unwritten.removeAll()
        forgetBatch()
        guard let trial else { return }
        self.trial = nil
        add(trial.batch, trial.place, mark, trial.messages, of: nil)
        // What follows by itself, such as output of observers, belongs to the same step.
        reverts = nil
    }

    /// Discards the batch, which could not be written, and its additions to marks.
    func rollBack() {
        trial = nil
        for (mark, message) in marked { mark.remove(message: message) }
        for (mark, _) in requested { mark.removeLastRequest() }
        // Each batch empties it, so all are of this one.
        unwritten.removeAll()
        forgetBatch()
    }

    private func forgetBatch() {
        (messages, own) = ([], nil)
        marked.removeAll()
        requested.removeAll()
    }

    /// Adds a batch.
    ///
    /// - Parameters:
    ///   - place: nil if its changes are unknown, so that nothing before it can be reverted.
    ///   - messages: the cases of its messages.
    ///   - reverted: the step that it reverts, as its entry has it; nil if that is unknown.
    private func add(
        _ batch: UndoStep.Batch, _ place: Place?, _ mark: UndoMark?, _ messages: [String], of reverted: UndoStep?
    ) {
        switch place {
        case .begins, .continues, nil: (undone, redoObstacle) = ([], nil)
        case .undoes, .redoes: break
        }
        switch place {
        case nil:
            (done, group) = ([], nil)
            obstacle = .unknownChanges(revision: batch.revision)
        case .begins:
            let step = UndoStep(batch, mark ?? UndoMark(), messages: messages)
            mark?.step = step
            push(step, to: &done)
        case .continues: done.last?.add(batch, messages: messages)
        case .undoes: move(batch, reverted, from: &done, to: &undone)
        case .redoes: move(batch, reverted, from: &undone, to: &done)
        }
    }

    private func move(
        _ batch: UndoStep.Batch, _ reverted: UndoStep?, from steps: inout [UndoStep], to others: inout [UndoStep]
    ) {
        // The journal may begin behind the step. It has its place nevertheless, so that those before and after it keep
        // theirs.
        let step = steps.popLast() ?? reverted ?? UndoStep(batch, UndoMark(), messages: [], isKnown: false)
        step.batches = [batch]
        // Later changes of its effects are a separate step.
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
                add(entry.batch, place, mark, entry.messages, of: entry.reverted)
            }
            for (from, request) in entry.requests { steps[from]?.add(request) }
        }
        // An event of this opening begins a separate step.
        for mark in steps.values { mark.step = nil }
        forgetUnknown(journalEnd: entries.first?.batch.from ?? 0)
    }

    /// Forgets the steps of which the journal has an undo or redo only, and those that can only be reverted after them.
    private func forgetUnknown(journalEnd: Int) {
        if let last = done.lastIndex(where: { !$0.isKnown }) {
            done.removeSubrange(...last)
            obstacle = .journalEnds(revision: journalEnd)
        }
        if let last = undone.lastIndex(where: { !$0.isKnown }) {
            undone.removeSubrange(...last)
            redoObstacle = journalEnd
        }
    }
}
