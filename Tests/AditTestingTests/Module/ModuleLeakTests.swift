import Adit
import AditTesting
import Testing

/// Nothing of a core is left when its story is over.
@Suite struct ModuleLeakTests {
    @Test func whatAFeatureKeepsIsFoundByWhatItHolds() {
        // GIVEN features that hold themselves, and the store, or the output
        final class Knot {
            var hold: () -> Void = {}
        }
        let line = #line
        let found = failures {
            GIVEN(featureOf: Note.self, state: Notes()) { core in
                let (knot, store) = (Knot(), core.store)
                knot.hold = { store.change(.add("\(knot)")) }
                return { _ in knot.hold() }
            }
            .runTests()
            GIVEN(featureOf: Note.self, state: Notes()) { core in
                let (knot, output) = (Knot(), core.output)
                knot.hold = { output(.heard("\(knot)")) }
                return { _ in knot.hold() }
            }
            .runTests()
        }
        // THEN
        let end = """
            is still alive though the story is over: something still has a strong reference to it. Look for a closure that \
            captures, strongly, the object that keeps the closure; [weak self] ends that.
            """
        #expect(
            found == [
                "\(line + 2): StateStore<Notes> of a feature of Note, made at ModuleLeakTests.swift:\(line + 2), \(end)",
                "\(line + 8): OutputQueue<Note> of a feature of Note, made at ModuleLeakTests.swift:\(line + 8), \(end)",
            ])
    }

    @Test func aUseCaseThatHoldsItselfIsFound() {
        final class Ringer: UseCase {
            enum Request { case ring }
            enum Response {}
            var bell: () -> Void = {}
            func request(_: Request) { bell = { self.bell() } }
        }
        let line = #line
        let found = failures {
            GIVEN(Ringer.self, state: NoState()) { _, _ in Ringer() }.WHEN(.ring).runTests()
        }
        #expect(found.count == 1)
        let text = "\(line + 2): Ringer, made at ModuleLeakTests.swift:\(line + 2), is still alive"
        #expect(found.first?.hasPrefix(text) == true)
    }

    @Test func whatIsInFlightIsLetGo() {
        // GIVEN a story that ends with an effect that waits for ever, THEN nothing is left of it
        GIVEN(featureOf: Note.self, state: Notes()) { core in
            let effects = core.makeEffects()
            return { _ in
                effects.after(.seconds(1_000)) { core.store.change(.add("late")) }
            }
        }
        .relaxed.WHEN(.says("a")).runTests()
    }
}
