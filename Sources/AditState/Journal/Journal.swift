import AditJSON

/// A log of a core's events in their order: entries, each a line of JSON, for history, replay and an inspector. The
/// core's loop.
///
/// An entry has an event (`message`, `reply`, `advance`, `timer`, `effect`), its time on the core's clock, and the
/// values drawn and the messages sent to the host while it was handled. The end of a batch (`batch`) has the batch's
/// changes, with old and new values. Each entry has a number (`n`), counted from 1 in every opening, and a checksum
/// (`sum`) of its line up to there, which detects damage (`FileFormat.md` of `AditSQLite`). Secrets are masked: those
/// who write texts into it see to that (`docs/state.md`).
///
/// The lines go to a store, to a recording, or to both. The core's clock stands still while an event is handled, so
/// that a replay finds the same times.
package final class Journal: @unchecked Sendable {  // Touched by the core's loop only, on which all draws are made.
    /// The amount of data in lines about the messages to the host.
    package enum Detail: Sendable {
        /// A checksum for each batch, for stores.
        case sums
        /// All messages, entry by entry, and states after changes that are not listed, for recordings.
        case all
    }

    /// The part of an entry that depends on the kind of lines.
    enum Addition { case none, batch, firstState, state, stateSum }

    /// Entries to be written to the store; nil if the store keeps no journal.
    let stored: JournalLines?
    /// Entries to be recorded; nil without a recording.
    @exclusivity(unchecked) private(set) var recorded: JournalLines?
    /// The current entry.
    private let line = JSONWriter()
    /// The messages to the host since the batch began, each followed by a comma.
    private let heard = JSONWriter()
    /// The messages of the entry that are not sent to the host, each followed by a comma.
    private let unheard = JSONWriter()
    /// The initial state of an opening, until its entry is written.
    private let firstState = JSONWriter()
    /// The changes of the batch: RFC 6902 operations with old values, separated by commas.
    let changes = JSONWriter()
    /// The core's clock, and the function that writes its state. Set before the first event.
    @exclusivity(unchecked) package var clock: CoreTime?
    @exclusivity(unchecked) package var writeState: ((JSONWriter) throws(CodingFailure) -> Void)?
    /// The steps that can be undone; nil if disabled.
    @exclusivity(unchecked) package var history: UndoHistory?
    /// Whether the batch changed secrets, in a replay, which has the same mask for the old value and the new one.
    @exclusivity(unchecked) package var hasMaskedChanges = false
    /// The members of the opening's entry that describe how the core was opened.
    @exclusivity(unchecked) package var opening = #""config":{}"#
    // Accesses last for one statement each.
    /// The number of the latest entry.
    @exclusivity(unchecked) package internal(set) var number = 0
    /// Whether an entry is being written.
    @exclusivity(unchecked) private var isOpen = false
    @exclusivity(unchecked) var addition = Addition.none
    @exclusivity(unchecked) private var hasDraws = false
    /// The start of the entry's messages in ``heard``, and the number of all messages there.
    @exclusivity(unchecked) private var heardStart = 0
    @exclusivity(unchecked) private var heardCount = 0
    /// Whether there are entries since the end of the last batch.
    @exclusivity(unchecked) var hasEntries = false
    /// Whether the end of a batch is written but not committed yet.
    @exclusivity(unchecked) var hasTriedBatch = false
    @exclusivity(unchecked) private(set) var hasEnded = false

    /// The maximum number of bytes of entries that wait for a written batch. Beyond, entries without changes are dropped.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - isStored: whether a store keeps it.
    ///   - recording: the amount of recorded data; nil without a recording.
    package init(isStored: Bool = true, recording: Detail? = nil) {
        stored = isStored ? JournalLines(.sums) : nil
        recorded = recording.map(JournalLines.init)
        for writer in [unheard, firstState] { writer.masksSecrets = true }
    }

    /// Begins the entry of an event, to which later draws and messages belong.
    ///
    /// - Parameters:
    ///   - kind: the kind of event, as a key.
    ///   - client: the client that caused it; nil for the host itself.
    ///   - write: writes the event: a JSON value.
    package func begin(_ kind: StaticString, of client: String? = nil, _ write: (JSONWriter) -> Void) {
        guard !hasEnded else { return }
        end()
        if let stored, stored.text.count > Journal.mostBytes { dropWaiting(of: stored) }
        clock?.step()
        open(kind, write)
        if let client {
            line.write(literal: #","client":"#)
            line.write(client)
        }
        writeTime()
        hasEntries = true
    }

    /// Begins an entry, without its time.
    func open(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
        isOpen = true
        number += 1
        heardStart = heard.count
        line.write(literal: #"{"n":"#)
        line.write(number)
        line.write(literal: #",""#)
        line.write(literal: kind)
        line.write(literal: #"":"#)
        write(line)
    }

    private func writeTime() {
        line.write(literal: #","time":"#)
        line.write(clock?.now ?? 0)
    }

    /// Begins an entry for work that continues after the end of a batch: an effect, or observers of the store.
    private func resume() {
        open("then") { $0.write(true) }
        writeTime()
        hasEntries = true
    }

    /// Adds the values that were drawn when the message was decoded, before it was handled.
    ///
    /// - Parameter draws: the output of ``draw(_:_:)`` for each, separated by commas.
    package func draw(_ draws: [UInt8]) {
        guard isOpen, !draws.isEmpty else { return }
        line.write(literal: hasDraws ? "," : #","draws":["#)
        hasDraws = true
        draws.withUnsafeBytes { line.write(raw: $0) }
    }

    /// Adds a drawn value: an id, a date, a random number.
    package func draw(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
        if !isOpen {
            // Nothing draws values before the first entry.
            guard number > 0, !hasEnded else { return }
            resume()
        }
        line.write(literal: hasDraws ? "," : #","draws":["#)
        hasDraws = true
        line.write(literal: #"{""#)
        line.write(literal: kind)
        line.write(literal: #"":"#)
        write(line)
        line.write(literal: "}")
    }

    /// Adds a message to the host.
    package func hear(_ text: UnsafeRawBufferPointer) {
        guard !hasEnded else { return }
        if !isOpen { resume() }
        heard.write(raw: text)
        heard.write(literal: ",")
        heardCount += 1
    }

    /// Adds a message that is not sent to the host: a step between features. Only a recording has it.
    ///
    /// - Parameter write: writes it. A value without a JSON representation is recorded as null.
    package func recordInternal(_ write: (JSONWriter) throws(CodingFailure) -> Void) {
        guard recorded?.detail == .all, !hasEnded else { return }
        if !isOpen { resume() }
        let start = unheard.count
        do { try write(unheard) } catch {
            unheard.truncate(to: start)
            unheard.writeNull()
        }
        unheard.write(literal: ",")
    }

    /// Ends the current entry.
    package func end() {
        guard isOpen else { return }
        isOpen = false
        if hasDraws { line.write(literal: "]") }
        hasDraws = false
        let own = heardStart..<heard.count
        for lines in [stored, recorded] {
            lines?.add(line.bytes) { writer in
                if lines?.detail == .all, !own.isEmpty {
                    writer.write(literal: #","heard":["#)
                    writer.write(raw: UnsafeRawBufferPointer(rebasing: heard.bytes[own.dropLast()]))
                    writer.write(literal: "]")
                }
                if lines?.detail == .all, unheard.count > 0 {
                    writer.write(literal: #","unheard":["#)
                    writer.write(raw: UnsafeRawBufferPointer(rebasing: unheard.bytes.dropLast()))
                    writer.write(literal: "]")
                }
                add(to: writer, lines?.detail ?? .sums)
            }
        }
        // A checksum covers all messages of a batch.
        if stored == nil, recorded?.detail != .sums { forgetHeard() }
        addition = .none
        unheard.removeAll(keepingUpTo: 1 << 16)
        line.removeAll(keepingUpTo: 1 << 16)
    }

    private func add(to writer: JSONWriter, _ detail: Detail) {
        switch (addition, detail) {
        case (.none, _), (.firstState, .sums), (.state, .sums), (.stateSum, .sums), (.batch, .all): break
        case (.batch, .sums):
            guard heardCount > 0 else { break }
            writer.write(literal: #","heard":{"count":"#)
            writer.write(heardCount)
            writer.write(literal: #","sum":"#)
            writer.writeChecksum(heard.bytes)
            writer.write(literal: "}")
        case (.firstState, .all):
            writer.write(literal: #","state":"#)
            writer.write(raw: firstState.bytes)
            firstState.removeAll(keepingUpTo: 0)
        case (.state, .all):
            writer.write(literal: #","state":"#)
            write(stateTo: writer)
        case (.stateSum, .all):
            writer.write(literal: #","state":"#)
            let state = JSONWriter()
            write(stateTo: state)
            writer.writeChecksum(state.bytes)
        }
    }

    private func write(stateTo writer: JSONWriter) {
        let start = writer.count
        do { try writer.masking { () throws(CodingFailure) in try writeState?(writer) } } catch {
            writer.truncate(to: start)
        }
        // A value without a JSON representation.
        if writer.count == start { writer.writeNull() }
    }

    func forgetHeard() {
        heard.removeAll(keepingUpTo: 1 << 16)
        heardCount = 0
        heardStart = 0
    }

    /// Replaces the waiting entries by one that states the gap.
    private func dropWaiting(of stored: JournalLines) {
        stored.text.truncate(to: 0)
        let gap = JSONWriter()
        gap.write(literal: #"{"n":"#)
        gap.write(number)
        gap.write(literal: #","gap":"#)
        gap.write(number)
        stored.add(gap.bytes) { _ in }
    }
}

// MARK: - Beginning and end

extension Journal {
    /// Begins the entry of the core's opening, to which the values drawn during its creation belong.
    ///
    /// - Parameters:
    ///   - app: the members that describe the app.
    ///   - head: the head of the stored state.
    ///   - pending: the records of the durable effects, by name.
    package func open(_ app: String, _ head: StorageHead, pending: [(name: String, text: [UInt8])]) {
        // The creation of the core may change it.
        if recorded?.detail == .all { write(stateTo: firstState) }
        begin("open") { writer in
            writer.write(literal: #"{"format":1,"#)
            writer.write(json: app)
            writer.write(literal: ",")
            writer.write(json: opening)
            writer.write(literal: #","revision":"#)
            writer.write(head.revision)
            writer.write(literal: #","opens":"#)
            writer.write(head.opens)
            if !pending.isEmpty {
                writer.write(literal: #","pending":"#)
                writer.writeObject {
                    for (name, text) in pending {
                        writer.writeProperty(name) { text.withUnsafeBytes(writer.write(raw:)) }
                    }
                }
            }
            writer.write(literal: "}")
        }
        addition = .firstState
    }

    /// Writes the last entry, when the core has closed.
    package func finish(at revision: Int) {
        begin("end") { $0.write(revision) }
        addition = .stateSum
        end()
        hasEnded = true
    }

    /// Passes the lines to be recorded to `body`, and discards them; the current entry is not included.
    package func drainRecorded(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        guard let recorded, recorded.text.count > 0 else { return }
        defer { recorded.dropAll() }
        try body(recorded.text.bytes)
    }

    /// Ends the recording.
    package func stopRecording() { recorded = nil }
}
