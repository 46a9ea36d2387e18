extension Story {
    /// Runs the story, reports failures to the test library, and checks that nothing retains the object under test.
    func run() -> TestLog {
        let teller = StoryTeller()
        let parts = play(teller)
        let left = parts.compactMap(\.typeIfAlive)
        if !left.isEmpty { teller.fail(leak(left), at: place, entry: 0) }
        teller.log.report(at: place)
        return teller.log
    }

    /// Runs the steps. Nothing retains the object under test when this returns.
    private func play(_ teller: StoryTeller) -> [StoryPart] {
        var origin = teller.begin(.given, title, at: place)
        let bench = make()
        bench.isRelaxed = isRelaxed
        bench.recordBeginnings(origin)
        for step in steps {
            if step.word == .when { account(of: origin, bench, teller) }
            let act = step.begin(bench)
            let here = teller.begin(step.word, act.title, at: step.place)
            for failure in act.perform() { teller.fail(failure, at: step.place, entry: here.entry) }
            if step.word == .when {
                origin = here
                bench.recordBeginnings(here)
            }
        }
        account(of: origin, bench, teller)
        let parts = bench.parts
        for (text, begun) in bench.end() {
            let origin = begun ?? origin
            teller.fail(text, at: origin.place, entry: origin.entry)
        }
        return parts
    }

    /// Reports everything that a `WHEN` caused and no `THEN` expected as failures.
    private func account(of origin: StoryOrigin, _ bench: Bench, _ teller: StoryTeller) {
        for text in bench.removeUnexpected() { teller.fail(text, at: origin.place, entry: origin.entry) }
    }

    private func leak(_ left: [String]) -> String {
        let what = left == [title] ? title : "\(left.joined(separator: ", ")) of \(title)"
        return """
            \(what), made at \(place), is still alive though the story is over: something still has a strong reference to it. \
            Look for a closure that captures, strongly, the object that keeps the closure; [weak self] ends that.
            """
    }
}

/// A recorder of a story's log, which reports its failures.
private final class StoryTeller {
    private(set) var log = TestLog()

    /// Begins a step of the story.
    func begin(_ word: StoryWord, _ text: String, at place: TestPlace) -> StoryOrigin {
        log.append(word, text)
        return StoryOrigin(title: "\(word.rawValue): \(text)", place: place, entry: log.entries.count - 1)
    }

    /// Records and reports a failure.
    func fail(_ text: String, at place: TestPlace, entry: Int) {
        log.entries[entry].failures.append(text)
        reportFailure(text, at: place)
    }
}
