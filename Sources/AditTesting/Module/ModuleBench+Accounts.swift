import Adit
import AditState

// Expectations of the story.

extension ModuleBench {
    func removeFailure() -> (any Error)? { failures.isEmpty ? nil : failures.removeFirst().error }

    func removeUnexpected() -> [String] {
        defer { (failures, unhandled) = ([], []) }
        var texts = failures.map { "\($0.text), which no THEN(throws:) expects" }
        let outputs = outputs.removeUnexpected(mend: ".THEN(…)")
        let requests = requests.removeUnexpected(mend: ".THEN(gateway, isAsked: …)")
        let cancellations = cancellations.removeUnexpected(mend: ".THEN(isCancelled: gateway)")
        let deadLetters = unhandled.map {
            "nothing handles \($0): there is no receiver, and no feature for its case; say .relaxed after GIVEN if that may be"
        }
        if !isRelaxed { texts += deadLetters + outputs + requests + cancellations }
        return texts
    }

    func recordBeginnings(_ origin: StoryOrigin) {
        let before = origins
        origins = [:]
        for (number, _) in core.loop.effects.inFlightIDs { origins[number] = before[number] ?? origin }
    }

    /// Accepts the effects and timers in flight as present at the end.
    ///
    /// - Returns: the effects, in words.
    func acceptInFlight() -> [String] {
        let effects = core.loop.effects.inFlightIDs
        accepted = (Set(effects.map(\.number)), Set(core.loop.effects.timers.pending.map(\.number)))
        return effects.map { effectTitle($0.id) }
    }

    func end() -> [(text: String, origin: StoryOrigin?)] {
        var failures: [(text: String, origin: StoryOrigin?)] = []
        if !isRelaxed, let inFlight { failures.append(inFlight) }
        return failures + endEffects("at the end of the story").map { ($0, nil) }
    }

    /// The unexpected effects and timers in flight, in words, and the step that started the first of them; nil if none.
    private var inFlight: (text: String, origin: StoryOrigin?)? {
        let effects = core.loop.effects.inFlightIDs.filter { !accepted.effects.contains($0.number) }
        let timers = core.loop.effects.timers.pending.filter { !accepted.timers.contains($0.number) }
        guard !effects.isEmpty || !timers.isEmpty else { return nil }
        var lines = effects.map { effect in
            "    \(effectTitle(effect.id))\(origins[effect.number].map { ", since \($0.title)" } ?? "")"
        }
        lines += timers.map {
            "    a timer that is due in \(Duration.nanoseconds($0.due - core.loop.effects.time.now))"
        }
        lines += accepted.effects.isEmpty ? open.map { "    the \($0.title), not answered" } : []
        let hint =
            """
            \nNo timer and no answer is due. If it waits for Task.sleep or a Task { }: these run outside of the core. Wait by \
            @Dependency(\\.clock), a gateway or a task group
            """
        let text = """
            in flight at the end of the story:
            \(lines.joined(separator: "\n"))
            Let it end, by .advance(by:), an answer or a cancellation; or say .THEN(inFlight: \(core.loop.effects.count)) last, or \
            .relaxed after GIVEN\(timers.isEmpty && open.isEmpty ? hint : "")
            """
        return (text, effects.first.flatMap { origins[$0.number] })
    }

    private func effectTitle(_ id: AnyHashable?) -> String {
        id.map { "the effect \(valueTitle($0.base))" } ?? "an effect without an id"
    }
}
