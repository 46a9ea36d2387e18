import AditTesting
import Testing

/// The order in which a spec runs its closures, and its log.
@Suite struct SpecTests {
    struct NoDisk: Error {}

    @Test func setupsRunOutermostFirstAndTeardownsInnermostFirst() {
        // GIVEN two levels, each with two setups and two teardowns, also below its examples
        var calls: [String] = []
        let spec = describe("outer") {
            beforeEach { calls.append("before 1") }
            afterEach { calls.append("after 1") }
            it("first") { calls.append("first") }
            context("inner") {
                it("second") { calls.append("second") }
                afterEach { calls.append("inner after 1") }
                beforeEach { calls.append("inner before 1") }
                beforeEach { calls.append("inner before 2") }
                afterEach { calls.append("inner after 2") }
            }
            beforeEach { calls.append("before 2") }
            afterEach { calls.append("after 2") }
        }
        #expect(calls == [])
        // WHEN
        let log = spec.run()
        // THEN
        let expected = [
            "before 1", "before 2", "first", "after 1", "after 2",  //
            "before 1", "before 2", "inner before 1", "inner before 2", "second", "inner after 1", "inner after 2",
            "after 1", "after 2",
        ]
        #expect(calls == expected)
        #expect(log.hasPassed)
        // AND once more, from the beginning
        spec.run()
        #expect(calls == expected + expected)
    }

    @Test func eachExampleBeginsAfresh() {
        var found: [Int] = []
        describe("a number") {
            var number: Int!
            beforeEach { number = 1 }
            afterEach { number = nil }
            for step in 1...2 {
                it("plus \(step)") {
                    number += step
                    found.append(number)
                }
            }
            describe("that was doubled") {
                beforeEach { number *= 2 }
                it("is even") { found.append(number) }
            }
        }
        .run()
        #expect(found == [2, 3, 2])
    }

    @Test func W24_theAcceptanceCriteriaOfASpecAreListedWithoutARun() {
        // GIVEN
        var runs = 0
        let spec = describe("a spec") {
            beforeEach { runs += 1 }
            it("has an example") { runs += 1 }
            context("with a context") {
                afterEach { runs += 1 }
                it("has another") { runs += 1 }
            }
        }
        // THEN
        #expect(
            spec.acceptanceCriteria == """
                a spec
                    has an example
                    with a context
                        has another
                """)
        #expect(runs == 0)
    }

    @Test func theLogIsNestedWithAMarkForEachGroupAndExample() {
        var log: TestLog?
        let line = #line + 6
        let found = failures {
            log = describe("a disk") {
                it("is round") {}
                context("that is broken") {
                    it("spins") {
                        throw NoDisk()
                    }
                    it("is heavy") {}
                }
            }
            .run()
        }
        #expect(found == ["\(line - 1): a disk, that is broken, spins: it threw an error: NoDisk()"])
        #expect(log?.hasPassed == false)
        #expect(
            log?.description == """
                ✘ a disk
                    ✓ is round
                    ✘ that is broken
                        ✘ spins
                            ✘ SpecTests.swift:\(line - 1): it threw an error: NoDisk()
                        ✓ is heavy
                """)
        #expect(log?.entries.map(\.word) == ["describe", "it", "context", "it", "it"])
        #expect(log?.entries.map(\.depth) == [0, 1, 1, 2, 2])
    }

    @Test @MainActor func aSpecHasTheActorOfItsTest() {
        var calls = 0
        describe("a spec of the main actor") {
            beforeEach { calls += 1 }
            it("reads its state") {
                MainActor.assertIsolated()
                #expect(calls == 1)
            }
        }
        .run()
        #expect(calls == 1)
    }

    @Test func specsThatRunInParallelAreApart() async {
        await withTaskGroup(of: [String].self) { tasks in
            for number in 1...50 {
                tasks.addTask {
                    var calls: [String] = []
                    let spec = describe("\(number)") {
                        beforeEach { calls.append("\(number) before") }
                        it("is alone") { calls.append("\(number)") }
                    }
                    let log = spec.run()
                    #expect(calls == ["\(number) before", "\(number)"])
                    return log.entries.map(\.text) + ["\(number)", "is alone"]
                }
            }
            for await texts in tasks { #expect(texts.prefix(2) == texts.suffix(2)) }
        }
    }
}
