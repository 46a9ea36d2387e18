import AditJSON
import AditSystem

/// What happens in a core, in the order in which it happens: entries, each a line of JSON, for history, replay and an
/// inspector. The core's loop.
///
/// An entry says what came from outside or became due (`message`, `reply`, `advance`, `timer`, `effect`), at which time
/// of the core's clock, and what was drawn and heard while it was handled; a batch's end (`batch`) says what the batch
/// has changed, with old and new values. Each has a number (`n`), which counts from 1 in every opening, and a checksum
/// (`sum`) of its line up to there, by which damage is noticed (`docs/store.md`, `docs/recording.md`).
///
/// The lines go to a store, to a recording, or to both. While something is handled, the core's clock stands still, so
/// that a replay finds the same times.
package final class Journal: @unchecked Sendable {  // Touched by the core's loop only, on which all draws are made.
    /// How much lines say of what was heard.
    package enum Detail: Sendable {
        /// A checksum for each batch: what a store keeps.
        case sums
        /// All of it, entry by entry, and states where changes do not say what they are: what a recording has.
        case all
    }

    /// What an entry has beside what is the same in every kind of lines.
    private enum Addition { case none, batch, firstState, state, stateSum }

    /// Entries to be written to the store; nil if the store keeps no journal.
    let stored: JournalLines?
    /// What waits to be recorded; nil where nothing is.
    @exclusivity(unchecked) private(set) var recorded: JournalLines?
    /// The entry that is being written.
    private let line = JSONWriter()
    /// What was heard since the batch began, each text with a comma behind it.
    private let heard = JSONWriter()
    /// What of the entry the host does not hear, each text with a comma behind it.
    private let unheard = JSONWriter()
    /// The initial state of an opening, until its entry is written.
    private let firstState = JSONWriter()
    /// What the batch has changed: RFC 6902 operations with old values, commas between.
    let changes = JSONWriter()
    /// The core's clock, and what writes its state. Set before anything happens.
    @exclusivity(unchecked) package var clock: CoreTime?
    @exclusivity(unchecked) package var writeState: ((JSONWriter) throws(CodingFailure) -> Void)?
    /// What an opening tells of how the core was opened: the members of an object.
    @exclusivity(unchecked) package var opening = #""config":{}"#
    // Accesses last for one statement each.
    /// The number of the last entry that has begun.
    @exclusivity(unchecked) package private(set) var number = 0
    /// Whether an entry is being written.
    @exclusivity(unchecked) private var isOpen = false
    @exclusivity(unchecked) private var addition = Addition.none
    @exclusivity(unchecked) private var hasDraws = false
    /// Where in ``heard`` the entry's own begins, and how many texts there are in all.
    @exclusivity(unchecked) private var heardStart = 0
    @exclusivity(unchecked) private var heardCount = 0
    /// Whether something has happened since the last batch ended.
    @exclusivity(unchecked) private var hasEntries = false
    /// Whether the end of a batch is written but not committed yet.
    @exclusivity(unchecked) private var hasTriedBatch = false
    @exclusivity(unchecked) private var hasEnded = false

    /// How many bytes of entries may wait for a batch that is written. Beyond, those that changed nothing are dropped.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - isStored: whether a store keeps it.
    ///   - recording: how much is recorded; nil: nothing is.
    package init(isStored: Bool = true, recording: Detail? = nil) {
        stored = isStored ? JournalLines(.sums) : nil
        recorded = recording.map(JournalLines.init)
    }

    /// Something happens: what is drawn and heard from now on belongs to it.
    ///
    /// - Parameters:
    ///   - kind: what it is, as a key.
    ///   - client: on whose behalf it came; nil: the host's own.
    ///   - write: writes what there is to say of it: a JSON value.
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

    private func open(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
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

    /// Something goes on after a batch has ended in its midst: an effect, or observers of the store.
    private func goOn() {
        open("then") { $0.write(true) }
        writeTime()
        hasEntries = true
    }

    /// What was drawn before what is being handled had its turn, as it was decoded.
    ///
    /// - Parameter draws: what ``draw(_:_:)`` would have written, with commas between.
    package func draw(_ draws: [UInt8]) {
        guard isOpen, !draws.isEmpty else { return }
        line.write(literal: hasDraws ? "," : #","draws":["#)
        hasDraws = true
        draws.withUnsafeBytes { line.write(raw: $0) }
    }

    /// Something was drawn: an id, a date, a random number.
    package func draw(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
        if !isOpen {
            // Before a core begins nothing of it runs that draws.
            guard number > 0, !hasEnded else { return }
            goOn()
        }
        line.write(literal: hasDraws ? "," : #","draws":["#)
        hasDraws = true
        line.write(literal: #"{""#)
        line.write(literal: kind)
        line.write(literal: #"":"#)
        write(line)
        line.write(literal: "}")
    }

    /// The host hears something of what happens.
    package func hear(_ text: UnsafeRawBufferPointer) {
        guard !hasEnded else { return }
        if !isOpen { goOn() }
        heard.write(raw: text)
        heard.write(literal: ",")
        heardCount += 1
    }

    /// Something happens that the host does not hear of: a step between features. A recording has it.
    ///
    /// - Parameter write: writes it. What has no form in JSON is null there.
    package func pass(_ write: (JSONWriter) throws(CodingFailure) -> Void) {
        guard recorded?.detail == .all, !hasEnded else { return }
        if !isOpen { goOn() }
        let start = unheard.count
        do { try write(unheard) } catch {
            unheard.truncate(to: start)
            unheard.writeNull()
        }
        unheard.write(literal: ",")
    }

    /// The entry is complete.
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
        // Sums are of all that a batch has said.
        if stored == nil, recorded?.detail != .sums { forgetHeard() }
        addition = .none
        unheard.truncate(to: 0)
        unheard.shrink(to: 1 << 16)
        line.truncate(to: 0)
        line.shrink(to: 1 << 16)
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
            firstState.truncate(to: 0)
            firstState.shrink(to: 0)
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
        do { try writeState?(writer) } catch { writer.truncate(to: start) }
        // What JSON does not have.
        if writer.count == start { writer.writeNull() }
    }

    private func forgetHeard() {
        heard.truncate(to: 0)
        heard.shrink(to: 1 << 16)
        heardCount = 0
        heardStart = 0
    }

    /// Too many wait: that is said in their place.
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
    /// A core is opened. What its code draws while it is made belongs to this.
    ///
    /// - Parameters:
    ///   - app: whose it is: the members of an object.
    ///   - head: what is stored.
    package func open(_ app: String, _ head: StorageHead) {
        // What makes the core may change it.
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
            writer.write(literal: "}")
        }
        addition = .firstState
    }

    /// The core has closed: this is the last entry.
    package func finish(at revision: Int) {
        begin("end") { $0.write(revision) }
        addition = .stateSum
        end()
        hasEnded = true
    }

    /// Gives the lines that are to be recorded, and forgets them; an entry that is being written is not among them.
    package func takeRecorded(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        guard let recorded, recorded.text.count > 0 else { return }
        defer { recorded.dropAll() }
        try body(recorded.text.bytes)
    }

    /// Nothing is recorded any more.
    package func stopRecording() { recorded = nil }
}

// MARK: - The end of a batch

extension Journal {
    /// The batch ends: what it changed is its last entry.
    ///
    /// - Parameters:
    ///   - head: what is stored with it.
    ///   - revision: that of the state before.
    ///   - tells: whether the changes are known; they are not where the state was replaced by an import.
    /// - Returns: all entries that are not stored yet.
    func endBatch(_ head: StorageHead, from revision: Int, tells: Bool) -> RowText {
        end()
        for lines in [stored, recorded] { lines?.batchStart = lines?.text.count ?? 0 }
        hasTriedBatch = true
        writeBatch(head.revision, from: revision, tells: tells)
        return stored.map { RowText($0.text.bytes) } ?? .empty
    }

    private func writeBatch(_ revision: Int, from before: Int, tells: Bool) {
        open("batch") { writer in
            writer.write(literal: #"{"from":"#)
            writer.write(before)
            writer.write(literal: #","revision":"#)
            writer.write(revision)
            writer.write(literal: #","changes":"#)
            guard tells else { return writer.write(literal: "null}") }
            writer.write(literal: "[")
            writer.write(raw: changes.bytes)
            writer.write(literal: "]}")
        }
        addition = tells ? .batch : .state
        end()
        changes.truncate(to: 0)
    }

    /// A batch has ended that changed nothing.
    package func endQuietBatch(at revision: Int) {
        end()
        guard hasEntries, !hasEnded else { return }
        writeBatch(revision, from: revision, tells: true)
        forgetHeard()
        hasEntries = false
    }

    /// The batch is written.
    func keep() {
        stored?.dropAll()
        changes.shrink(to: 1 << 16)
        forgetHeard()
        hasTriedBatch = false
        hasEntries = false
    }

    /// The batch could not be written: what it did is undone, and what was to be heard of it is not.
    func lose(_ reason: any Error) {
        end()
        if hasTriedBatch {
            for lines in [stored, recorded] {
                if let lines { lines.text.truncate(to: lines.batchStart) }
            }
            number -= 1
        }
        hasTriedBatch = false
        changes.truncate(to: 0)
        forgetHeard()
        open("lost") { writer in
            writer.write(literal: #"{"kind":"#)
            switch (reason as? StorageFailure)?.kind {
            case .failed: writer.write("failed")
            case .locked: writer.write("locked")
            case .schema: writer.write("schema")
            case .resources: writer.write("resources")
            case nil: writer.write("state")
            }
            writer.write(literal: #","reason":"#)
            writer.write("\(reason)")
            writer.write(literal: "}")
        }
        hasEntries = true
    }

    /// The entries that wait, as those of batches that changed nothing do.
    package var waiting: RowText? {
        end()
        return stored.flatMap { $0.text.count > 0 ? RowText($0.text.bytes) : nil }
    }
}
