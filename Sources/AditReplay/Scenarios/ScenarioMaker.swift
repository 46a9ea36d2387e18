import Adit
import AditHost
import AditJSON
import AditState

/// A converter from a recording to a scenario (`docs/recording.md`): the recorded input, in its order and at its times,
/// and its output in a core with a virtual clock and counting ids. One thread at a time.
///
/// If the recorded core drew its ids from the system, each is mapped to the id that the scenario draws in its place,
/// and replaced by it in the host's messages.
final class ScenarioMaker {
    private let path: String
    private let next: () throws -> RecordedLine?
    private let plan: ScenarioPlan
    private let core: HostedCore
    private let steps = JSONWriter()
    /// Milliseconds of the virtual clock.
    private var now = 0

    /// - Throws: ``HostError`` if there is no such recording, or it has an entry that no scenario can express.
    init(_ app: AppEntry, _ source: Config.Replay) throws {
        path = source.name
        let lines = try ScenarioLines(app, source)
        next = try lines.read()
        guard let opening = try next(), opening.kind == .open else {
            throw HostError(.schema, "\(path) does not begin with the opening of a core; a recording does")
        }
        plan = try ScenarioPlan(path, opening, lines)
        let made = try readPart(plan.config.bytes) { config throws in
            let opening = try Opening(reading: config, storage: app.engine)
            let core = try HostedCore(app.makeCore(opening), opening, buffer: MessageBuffer(), isPulled: false)
            core.reportTraps(of: app.name)
            return core
        }
        guard let made else { throw HostError(.internalFault) }
        core = made
    }

    /// Creates the scenario.
    ///
    /// - Returns: its text.
    func make() throws -> JSONWriter {
        try drive()
        endStep(begun: false)
        loop: while let line = try next() {
            switch line.kind {
            case .message, .reply, .advance, .cancel: try handle(line, line.text[line.value])
            case .undo: try handle(line, Array(#"{"@undo":{}}"#.utf8)[...])
            case .redo: try handle(line, Array(#"{"@redo":{}}"#.utf8)[...])
            case .close, .end: break loop
            case .begin, .effect: try advance(to: line.time)
            // It is due within a millisecond, or at its beginning.
            case .timer: try advance(to: line.integer.map { $0.addingSaturated(999_999) })
            case .batch, .then, .open, .gap, .lost, .import: break
            }
        }
        return try plan.write(steps, end: end)
    }

    private func handle(_ line: RecordedLine, _ text: ArraySlice<UInt8>) throws {
        try advance(to: line.time)
        let text = plan.renamed(text)
        _ = try text.withUnsafeBytes { try core.enqueue($0, ticket: nil, of: line.client) }
        beginStep()
        if let client = line.client {
            steps.write(literal: #""client":"#)
            steps.write(client)
            steps.write(literal: ",")
        }
        readPart(text[...]) { message in
            // A step cannot express the keys beside them, nor the end of a source.
            let (advance, reply) = message.count == 1 ? (message["@advance"], message["@reply"]) : (nil, nil)
            if let by = message["@advance"]?["by"]?.integer {
                // Like the core's clock, which stops at its latest time.
                now = min(now + Int(by), CoreTime.latest / 1_000_000)
            }
            if let by = advance?["by"]?.integer {
                steps.write(literal: #""advance":"#)
                steps.write(Int(by))
            } else if let reply, reply["result"] != nil || reply["error"] != nil {
                steps.write(literal: #""reply":"#)
                steps.write(reply)
            } else {
                steps.write(literal: #""when":"#)
                text.withUnsafeBytes { steps.write(raw: $0) }
            }
        }
        try drive()
        endStep(begun: true)
    }

    /// Moves the clock to the time of an entry.
    private func advance(to time: Int?) throws {
        guard let time else { return }
        while time / 1_000_000 > now { try advance(by: min(time / 1_000_000 - now, Milliseconds.longest)) }
    }

    private func advance(by: Int) throws {
        now += by
        beginStep()
        steps.write(literal: #""advance":"#)
        steps.write(by)
        let text = Array(#"{"@advance":{"by":\#(by)}}"#.utf8)
        // The clock is virtual.
        _ = try? text.withUnsafeBytes { try core.enqueue($0, ticket: nil) }
        try drive()
        endStep(begun: true)
    }

    /// The maximum number of events in a step, as the times of a recording may be far apart.
    private static let most = 100_000

    private func drive() throws {
        core.enter()
        defer { core.leave() }
        var count = 0
        while core.handleNext(through: core.lastQueued) {
            if core.isBatchFull { core.endBatch() }
            count += 1
            guard count < ScenarioMaker.most else {
                throw HostError(
                    .schema,
                    "\(path): more than \(ScenarioMaker.most) things happen up to the time of an entry; no scenario tells that"
                )
            }
        }
        core.endBatch()
    }

    private func beginStep() { steps.write(literal: steps.count == 0 ? "\n    {" : ",\n    {") }

    /// Writes the output of a step.
    private func endStep(begun: Bool) {
        guard core.buffer.count > 0 else {
            if begun { steps.write(literal: "}") }
            return
        }
        if begun { steps.write(literal: ",\n     ") } else { beginStep() }
        steps.write(literal: #""then":{"messages":["#)
        var isFirst = true
        core.buffer.drain { text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: count)
            steps.write(literal: isFirst ? "\n        " : ",\n        ")
            isFirst = false
            // Keys that begin with $ are patterns in a scenario.
            let isPattern = zip(bytes, bytes.dropFirst()).contains {
                $0 == UInt8(ascii: "\"") && $1 == UInt8(ascii: "$")
            }
            if isPattern { steps.write(literal: #"{"$is":"#) }
            steps.write(raw: bytes)
            if isPattern { steps.write(literal: "}") }
        }
        steps.write(literal: "]}}")
    }

    /// Writes the final state, and the number of effects in flight.
    private func end(_ writer: JSONWriter) throws {
        writer.write(literal: #"{"then":{"messages":[],"state":{"":{"$is":"#)
        _ = try core.app.reading.write(PartPath(JSONPointer([])), to: writer)
        writer.write(literal: "}}")
        if core.loop.effectsInFlight > 0 {
            writer.write(literal: #","effects":"#)
            writer.write(core.loop.effectsInFlight)
        }
        writer.write(literal: "}}")
    }
}
