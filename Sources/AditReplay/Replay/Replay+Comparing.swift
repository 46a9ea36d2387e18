import Adit
import AditHost
import AditJSON
import AditState

// The replay's own journal beside the recording.
extension Replay {
    /// Compares the replay's new entries with the recording.
    func compare(_ run: Run) throws {
        var failure: ReplayDifference?
        try run.journal.drainRecorded { lines in
            var rest = lines[...]
            while failure == nil, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
                rest = rest[(end + 1)...]
                // If the recording was cut off, its last entries may be missing.
                guard let recorded = try peek(0) else { return }
                failure = difference(recorded, line)
                if failure != nil { break }
                skip(recorded, run)
            }
        }
        if let failure { throw failure }
    }

    /// Returns the difference between a recorded and a replayed entry; nil if absent.
    private func difference(_ recorded: RecordedLine, _ came: UnsafeRawBufferPointer) -> ReplayDifference? {
        // Another version of the app may have a different initial state, and its opening differs.
        if recorded.kind == .open || recorded.text.withUnsafeBytes({ $0.elementsEqual(came) }) { return nil }
        guard migrated != nil else {
            if recorded.kind == .batch {
                // The place in the undo history depends on earlier openings, and on the version of Adit.
                let (old, new) = (recorded.text.withUnsafeBytes(withoutStep), withoutStep(came))
                if old == new { return nil }
                if run?.core.loop.effects.secrets != nil,
                    old.withUnsafeBytes(withoutMaskedChanges) == new.withUnsafeBytes(withoutMaskedChanges)
                {
                    return nil
                }
            }
            return ReplayDifference(recorded, came: came)
        }
        let (old, new) = (recorded.text.withUnsafeBytes(comparable), comparable(came))
        if old == new { return nil }
        return new.withUnsafeBytes { ReplayDifference(recorded, as: old, came: $0) }
    }

    private func skip(_ line: RecordedLine, _ run: Run) {
        ahead.removeFirst()
        run.compared += 1
        report.entries += 1
        if line.kind == .message { report.messages += 1 }
    }

    /// Completes and compares the last entry.
    func compareLast() throws {
        guard let run else { return }
        run.journal.end()
        try compare(run)
    }

    /// Compares the last entry and the final state.
    func finish() throws {
        try compareLast()
        report.tornLine = lines.torn
        guard let run else { return }
        report.revision = run.core.loop.revision
        guard let last = lines.last, let state = state, !state.bytes.elementsEqual(last) else { return }
        // The rows of a store have the secrets, and its journal has masks.
        let (own, stored) = (masked(state: state.bytes), last.withUnsafeBytes { masked(state: $0) })
        if own == stored { return }
        throw ReplayDifference(
            line: 0, entry: nil, what: "the state in the end",
            recorded: "\(last.count) bytes", came: "\(state.count) other bytes")
    }

    /// The current state, as JSON; nil if absent.
    var state: JSONWriter? {
        let writer = JSONWriter()
        let outcome = try? run?.core.app.reading.write(PartPath(JSONPointer([])), to: writer)
        return outcome == .value ? writer : nil
    }
}
