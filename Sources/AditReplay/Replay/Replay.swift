import Adit
import AditHost
import AditJSON
import AditState

/// A replay of a recording in a separate core with a journal. It compares the two journals line by line: the drawn
/// values, the output and the changes. One thread at a time.
///
/// The replay sends the recorded input to the core in its order, and triggers the core's own steps (an effect resumed,
/// a timer was due, a batch ended) at their recorded positions. All other entries must follow by themselves.
package final class Replay {
    let source: Config.Replay
    let app: AppEntry
    let lines: any RecordedLines
    /// The entries that have been read and not yet compared.
    var ahead: ArraySlice<RecordedLine> = []
    private var hasAll = false
    /// The damage of the line after them; nil if none was found.
    private var damage: ReplayDifference?
    private(set) var run: Run?
    var report = ReplayReport()
    /// The version of the recorded state, if it is older than the app's. States are migrated then, and neither states
    /// nor changes are compared.
    private(set) var migrated: Int?

    /// The core of one opening in the recording.
    final class Run {
        let core: HostedCore
        let journal: Journal
        let draws: RecordedValues
        /// The number of compared entries.
        var compared = 0

        init(_ core: HostedCore, _ journal: Journal, _ draws: RecordedValues) {
            self.core = core
            self.journal = journal
            self.draws = draws
        }
    }

    /// Its name in messages.
    var path: String { source.name }

    /// - Throws: ``HostError`` if there is nothing to replay.
    package init(_ app: AppEntry, _ source: Config.Replay) throws(HostError) {
        self.app = app
        self.source = source
        lines = try app.readLines(source)
        report.omitted = lines.omitted
        do {
            guard let first = try peek(0) else {
                if let damage { throw damage }
                throw HostError(.schema, "\(path) has no entry; a recording of the app \"\(app.name)\" is expected")
            }
            guard first.kind == .open, try first.read(first.value, check) != nil else {
                throw HostError(.schema, "\(path) does not begin with the opening of a core; a recording does")
            }
        } catch {
            switch error {
            case let refusal as HostError: throw refusal
            case let failure as StorageFailure: throw HostError(failure)
            default: throw HostError(.schema, "\(path) is no recording, or it is damaged: \(error)")
            }
        }
    }

    private func check(_ opening: JSONReader) throws(HostError) {
        let (format, name) = (opening["format"]?.integer, opening["app"]?.string)
        guard format == 1 else {
            throw HostError(.schema, "\(path) has the format \(format.map { "\($0)" } ?? "none"); 1 is expected")
        }
        guard name?.isSpelled(as: app.name) == true else {
            throw HostError(
                .schema, "\(path) was recorded of the app \"\(name ?? "")\"; one of \"\(app.name)\" is expected")
        }
        guard let told = opening["schema"] else { return }
        do throws(CodingFailure) {
            let version = try app.upgrade.read(told)
            if version < app.upgrade.version { migrated = version }
        } catch {
            throw HostError(.schema, "\(path) has a state of another version: \(error.reason)")
        }
        report.migratedFrom = migrated
    }

    var progress: (done: Int, of: Int) { lines.progress }

    /// Runs until the given time; nil to run to the end.
    ///
    /// - Returns: false at the end: all entries were replayed, or a difference was found.
    func resume(until time: MonotonicTime?) -> Bool {
        run?.core.enter()
        defer { run?.core.leave() }
        var steps = 0
        do {
            while true {
                guard try step() else {
                    try finish()
                    return false
                }
                steps += 1
                if steps & 63 == 0, let time, time <= .now { return true }
            }
        } catch let difference as ReplayDifference {
            report.difference = difference
        } catch {
            let line = (try? nextEntry())?.place ?? report.entries + 1
            report.difference = ReplayDifference(
                line: line, entry: nil, what: "the file", recorded: "more of it", came: "\(error)")
        }
        report.revision = run?.core.loop.revision ?? 0
        return false
    }

    /// Returns the entry at a position after the compared ones; nil at the end.
    func peek(_ position: Int) throws -> RecordedLine? {
        while !hasAll, ahead.count <= position {
            do {
                if let line = try lines.next() { ahead.append(line) } else { hasAll = true }
            } catch let difference as ReplayDifference {
                (hasAll, damage) = (true, difference)
            }
        }
        return ahead.indices.contains(ahead.startIndex + position) ? ahead[ahead.startIndex + position] : nil
    }
}

// MARK: - Driving

extension Replay {
    /// Returns the next entry of the recording that the replay has not produced yet.
    private func nextEntry() throws -> RecordedLine? {
        try peek(run.map { $0.journal.number - $0.compared } ?? 0)
    }

    /// Replays the next entry.
    ///
    /// - Returns: false at the end of the recording.
    private func step() throws -> Bool {
        guard let line = try nextEntry() else {
            if let damage {
                try compareLast()
                throw damage
            }
            return false
        }
        if line.kind == .open {
            try open(line)
            return true
        }
        guard let run else { return false }
        guard line.number == run.journal.number + 1 else {
            throw ReplayDifference(line, recorded: "entry \(line.number)", came: "entry \(run.journal.number + 1)")
        }
        let before = run.journal.number
        if let time = line.time { run.core.loop.effects.time.move(to: time) }
        try loadDraws(of: line, run)
        try perform(line, run)
        if run.journal.number == before { throw ReplayDifference(line, came: "nothing") }
        try compare(run)
        return true
    }

    /// Loads the values drawn for an entry, and for the entries that follow from it.
    private func loadDraws(of line: RecordedLine, _ run: Run) throws {
        run.draws.begin()
        run.draws.add(line)
        var position = run.journal.number - run.compared + 1
        while let next = try peek(position), next.follows {
            run.draws.add(next)
            position += 1
        }
    }

    private func perform(_ line: RecordedLine, _ run: Run) throws {
        let (core, loop, hostWriter) = (run.core, run.core.loop, run.core.hostWriter)
        switch line.kind {
        case .begin: _ = core.begin()
        case .message, .reply, .advance, .cancel:
            do {
                core.handle(
                    try line.text.withUnsafeBytes { bytes throws(HostError) in
                        let text = UnsafeRawBufferPointer(rebasing: bytes[line.value])
                        return try core.makeArrival(of: text, ticket: nil, of: line.client)
                    })
            } catch {
                throw ReplayDifference(line, came: "it is refused: \((error as? HostError)?.text ?? "\(error)")")
            }
            core.ownWork.advance(to: nil)
        case .effect:
            guard loop.hasReadyEffects else { throw ReplayDifference(line, came: "no effect can go on") }
            loop.runReadyEffect(hostWriter)
        case .timer:
            guard let due = line.integer, loop.fireTimer(by: due, hostWriter) else {
                throw ReplayDifference(line, came: "no timer is due")
            }
        case .batch, .lost:
            run.journal.hasMaskedChanges = loop.effects.secrets != nil && hasMaskedChanges(line)
            core.endBatch()
            core.buffer.truncate(to: 0)
            hostWriter.releaseBatch()
        case .import: try putImported(line, run)
        case .undo: try revert(.undo, line, run)
        case .redo: try revert(.redo, line, run)
        case .close: core.cancelEffects()
        case .end:
            run.journal.finish(at: loop.revision)
            report.isComplete = true
        case .then, .gap, .open: break
        }
    }

    private func putImported(_ line: RecordedLine, _ run: Run) throws {
        guard let state = try peek(run.journal.number - run.compared + 1)?.state else {
            throw ReplayDifference(line, came: "the state that was imported is not known")
        }
        let put = try run.core.app.read(state: present(state))
        run.journal.begin("import") { writer in line.with(line.value) { writer.write(raw: $0) } }
        run.core.hostWriter.begin(nil, of: nil)
        run.core.loop.importState(put, run.core.hostWriter)
    }

    /// Repeats an undo or a redo by the changes that follow in the recording, as the step may be older.
    private func revert(_ direction: UndoDirection, _ line: RecordedLine, _ run: Run) throws {
        guard let batch = try peek(run.journal.number - run.compared + 1), batch.kind == .batch else {
            throw ReplayDifference(line, came: "the changes of the undo are not known")
        }
        let outcome = batch.read(batch.value) { batch in
            batch["changes"].map { changes in
                line.with(line.value) { origin in
                    Result { () throws(CodingFailure) in
                        try run.core.repeatRevert(direction, origin, of: line.client, changes)
                    }
                }
            }
        }
        switch outcome.flatMap({ $0 }) {
        case .success?: return
        case .failure(let failure)?: throw ReplayDifference(line, came: "it is refused: \(failure)")
        case nil: throw ReplayDifference(line, came: "the changes of the undo are not known")
        }
    }

    /// Returns the recorded failure of storing the present batch; nil if it was stored.
    private func recordedFailure() -> StorageFailure? {
        guard let line = try? nextEntry(), line.kind == .lost else { return nil }
        let failure = line.read(line.value) { lost -> StorageFailure? in
            let reason = lost["reason"]?.string ?? ""
            switch lost["kind"]?.string.map(ByteString.init(_:)) {
            case "failed": return StorageFailure(.failed, reason)
            case "locked": return StorageFailure(.locked, reason)
            case "fenced": return StorageFailure(.fenced, reason)
            case "schema": return StorageFailure(.schema, reason)
            case "resources": return StorageFailure(.resources, reason)
            default: return nil
            }
        }
        return failure ?? nil
    }

    /// Opens a core as recorded in an opening.
    private func open(_ line: RecordedLine) throws {
        if run != nil {
            try compareLast()
            run?.core.leave()
            run = nil
            report.isComplete = false
        }
        let made = try makeRun(line)
        made.core.enter()
        made.journal.end()
        run = made
        try compare(made)
    }

    private func makeRun(_ line: RecordedLine) throws -> Run {
        let unknown = ReplayDifference(
            line, came: "the state that it begins with is not known, or cannot be migrated")
        guard let text = line.state, let told = try? present(text) else { throw unknown }
        let (journal, draws) = (Journal(isStored: false, recording: lines.detail), RecordedValues())
        draws.add(line)
        let made: HostedCore??
        do {
            made = try line.read(line.value) { opening throws in
                let head = StorageHead(
                    revision: try Replay.number("revision", of: opening) ?? 0,
                    opens: try Replay.number("opens", of: opening) ?? 1)
                let records = try records(opening["pending"], beside: text)
                let storage = JournalOnlyStorage(head, records: records) { [weak self] in
                    self?.recordedFailure()
                }
                let replaying = Replaying(journal: journal, storage: storage, bringing: draws.bring)
                guard let config = opening["config"] else { throw HostError(.schema, "found no config") }
                return try readPart(told[...]) { state throws in
                    let opening = try Opening(
                        replaying: replaying, config: config, state: state, storage: app.engine)
                    let core = try HostedCore(app.makeCore(opening), opening, buffer: MessageBuffer(), isPulled: true)
                    core.reportTraps(of: app.name)
                    return core
                }
            }
        } catch {
            throw ReplayDifference(line, came: "no core: \((error as? HostError)?.text ?? "\(error)")")
        }
        guard let core = made ?? nil else { throw unknown }
        return Run(core, journal, draws)
    }
}

extension RunningApp {
    /// Reads a state.
    ///
    /// - Returns: a function that replaces the present state with it.
    func read(state text: [UInt8]) throws -> () -> Void {
        let reading = try reading.makeImport(
            from: { offset, memory in
                let count = min(memory.count, text.count - offset)
                text.withUnsafeBytes {
                    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(count)))
                }
                return count
            }, depth: Depth.deepest)
        while try reading.readOn(bytes: 1 << 16) {}
        return try reading.finish()
    }
}
