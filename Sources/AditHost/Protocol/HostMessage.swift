import Adit
import AditJSON

/// A message of the core itself to its host, beside those of its app. On the wire, its case begins with `@`.
@Model
package enum HostMessage {
    /// A part of the state.
    case value(
        /// The name of the subscription that it answers, if any.
        subscription: String?,
        /// A JSON Pointer (RFC 6901), such as /items; empty for the whole state.
        path: JSONPointer,
        /// The number of messages that have changed the state.
        revision: Count,
        /// The value; absent if the path leads nowhere.
        value: WrittenJSON?,
        /// Of a part of a list: the position of its first element.
        from: Count?,
        /// Of a part of a list: the number of elements of the whole list.
        count: Count?)
    /// The changes of a part of the state since the last message of its subscription.
    case patch(
        /// The name of the subscription.
        subscription: String,
        /// The revision of the subscription's last message.
        from: Count,
        /// The number of messages that have changed the state.
        revision: Count,
        /// Operations of RFC 6902 on the value at the subscription's path, or in its window.
        ops: PatchOperations,
        /// Of a window: the number of elements of the whole list.
        count: Count?)
    /// A message or an effect failed in the core.
    case error(
        /// The cause of the failure.
        code: ErrorCode,
        /// A description of the failure.
        message: String,
        /// The cases of the message, separated by dots; absent for an effect.
        path: String?)
    /// A line of the core's log.
    case log(
        /// The severity.
        level: LogLevel,
        /// The text of the line.
        message: String,
        /// Further values, by name.
        metadata: [String: String]?,
        /// The file and line of the source code.
        source: String,
        /// When it was written: the system's date, or that of a virtual clock.
        at: Timestamp)
    /// Log lines were dropped because too many were pending, or output that the host has not acknowledged.
    case gap(
        /// The number of dropped lines.
        lines: Count?,
        /// The cursor of the first dropped message.
        from: Count?,
        /// The cursor of the last dropped message.
        through: Count?)
    // Large, and rare: the others stay small.
    /// The core's figures.
    indirect case stats(
        /// The number of messages that have changed the state.
        revision: Count,
        /// Messages in the queue.
        queued: Count,
        /// Effects in flight.
        effects: Count,
        /// Timers that are not due yet.
        timers: Count,
        /// Effects that the host has not answered yet.
        requests: Count,
        /// Replies that came late, twice, or without a request.
        ignoredReplies: Count,
        /// Messages of the host that no feature handles.
        unhandled: Count,
        /// Steps that can be undone; absent without an undo history.
        undo: Count?,
        /// Steps that can be redone; absent without an undo history.
        redo: Count?,
        /// Figures of the messages, if the core keeps any.
        figures: MessageFigures?,
        /// Figures of the store, if the core has one and the config asks for figures.
        store: StoreFigures?)
    /// The trace of causes.
    case trace(
        /// The last entries, the oldest first.
        entries: TraceEntries,
        /// The same for people: each entry is below its cause.
        text: String)
    /// What is under way.
    indirect case pending(
        /// The effects in flight, in the order of their start.
        effects: [PendingEffect],
        /// The requests to the host that are not answered.
        requests: [PendingAsk],
        /// The timers that are not due, the next one first.
        timers: [PendingTimer])
    /// The core has released its store, and does nothing until @resume.
    case paused(
        /// The number of messages that have changed the state.
        revision: Count)
    /// The core has its store again, and goes on.
    case resumed(
        /// The number of messages that have changed the state.
        revision: Count)
    /// The core has closed. This is its last message.
    case closed
    /// The progress of a long piece of work.
    case progress(
        /// The kind of work.
        work: LongWork,
        /// The path of the file.
        path: String,
        /// The finished part: steps of an export, bytes of an import, bytes or entries of a replay.
        done: Count,
        /// The whole, in the same unit.
        of: Count)
    /// An export is complete: the file is on the disk.
    case exported(
        /// The path of the file.
        path: String,
        /// The revision of the exported state: the number of messages that had changed it.
        revision: Count,
        /// The size of the file in bytes.
        bytes: Count)
    /// An import is complete: the state has been replaced.
    case imported(
        /// The path of the file.
        path: String,
        /// The number of messages that have changed the state.
        revision: Count)
    /// A message, or a group of messages, is undone: the state is as it was before, at a new revision.
    case undone(
        /// The number of messages that have changed the state, with this one.
        revision: Count,
        /// The revisions of the step: the state is what it was at `from`.
        undid: RevisionRange,
        /// The cases of all messages that are reverted, each once: those of the step, and later ones that are no steps.
        messages: [String],
        /// The requests to gateways that these messages and their effects made: they are not reverted.
        effects: [MadeRequest],
        /// Whether there is something to undo.
        canUndo: Bool,
        /// Whether there is something to redo.
        canRedo: Bool)
    /// An undo is reverted: the state is as it was before, at a new revision.
    case redone(
        /// The number of messages that have changed the state, with this one.
        revision: Count,
        /// The revisions of the step: the state is what it was at its `revision`.
        redid: RevisionRange,
        /// The cases of all messages whose changes are back, each once.
        messages: [String],
        /// The requests to gateways that these messages and their effects made: they are not made again.
        effects: [MadeRequest],
        /// Whether there is something to undo.
        canUndo: Bool,
        /// Whether there is something to redo.
        canRedo: Bool)
    /// A replay is complete; @error describes the first difference, if any.
    case replayed(
        /// The path of the file.
        path: String,
        /// The number of messages to the host that were equal to the recorded ones.
        messages: Count,
        /// The number of equal entries.
        entries: Count,
        /// The number of messages that have changed the state.
        revision: Count,
        /// Whether the whole recording was equal.
        equal: Bool,
        /// Whether the recording ends with the closing of the core. Otherwise the core was killed.
        complete: Bool,
        /// The number of an incomplete last line.
        torn: Count?,
        /// The number of a store's entries that were left out because the state before them is unknown.
        omitted: Count?,
        /// The version of the recorded state, if it was older and was migrated.
        migratedFrom: Count?,
        /// The path of the scenario that was made from it.
        scenario: String?)
    /// Work for the host.
    case effect(
        /// The id of this piece of work, never used twice.
        id: EffectID,
        /// The requested gateway.
        gateway: String,
        /// The request.
        request: WrittenJSON,
        /// The expected answers: false for none, "many" for any number; absent for one.
        reply: ExpectedReplies?)
    /// An effect's answer is no longer needed.
    case cancel(
        /// The id of the @effect.
        effect: EffectID)

    private enum CodingKeys: String, CodingKey {
        case value = "@value"
        case patch = "@patch"
        case error = "@error"
        case log = "@log"
        case gap = "@gap"
        case stats = "@stats"
        case trace = "@trace"
        case pending = "@pending"
        case paused = "@paused"
        case resumed = "@resumed"
        case closed = "@closed"
        case progress = "@progress"
        case exported = "@exported"
        case imported = "@imported"
        case undone = "@undone"
        case redone = "@redone"
        case replayed = "@replayed"
        case effect = "@effect"
        case cancel = "@cancel"
    }

    /// The work that `@progress` reports.
    package enum LongWork: String {
        case export, `import`, replay
    }
}

/// A request that was made to a gateway.
@Model
package struct MadeRequest {
    /// The id of the @effect.
    package let id: String
    package let gateway: String

    package init(id: String, gateway: String) { (self.id, self.gateway) = (id, gateway) }
}
