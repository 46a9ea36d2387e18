import AditTesting
import Synchronization
import Testing

/// What a spec reports.
@Suite struct SpecFailureTests {
    struct NoDisk: Error {}

    @Test func aFailedExpectationIsReportedAtItsLineAndTheOthersGoOn() {
        // GIVEN
        var calls: [String] = []
        var log: TestLog?
        let reported = Mutex<[String]>([])
        let line = #line + 6
        // WHEN
        withKnownIssue {
            log = describe("a number") {
                afterEach { calls.append("after") }
                context("that is 1") {
                    it("is 2") { #expect(1 == 2, "a comment") }
                    it("is 3") { let _: Int = try #require(nil) }
                    it("is 1") { calls.append("the last") }
                }
            }
            .run()
        } matching: { issue in
            reported.withLock { $0.append("\(issue.sourceLocation?.line ?? 0)") }
            return true
        }
        // THEN a requirement is reported once, though it throws
        #expect(reported.withLock { $0 } == ["\(line)", "\(line + 1)"])
        #expect(calls == ["after", "after", "the last", "after"])
        #expect(log?.entries.map(\.failures.count) == [0, 0, 1, 1, 0])
        #expect(
            log?.entries.dropFirst(2).first?.failures == [
                "SpecFailureTests.swift:\(line): Expectation failed: 1 == 2\na comment"
            ])
    }

    @Test func anErrorOfASetupIsReportedAtItsLineAndTheExampleDoesNotRun() {
        var calls: [String] = []
        let line = #line + 4
        let found = failures {
            describe("a disk") {
                beforeEach { calls.append("before") }
                beforeEach { throw NoDisk() }
                afterEach { calls.append("after") }
                context("that spins") {
                    beforeEach { calls.append("inner before") }
                    afterEach { calls.append("inner after") }
                    it("is round") { calls.append("it") }
                }
                it("is heavy") { calls.append("it") }
            }
            .run()
        }
        #expect(
            found == [
                "\(line): a disk, that spins, is round: beforeEach threw an error, so the example did not run: NoDisk()",
                "\(line): a disk, is heavy: beforeEach threw an error, so the example did not run: NoDisk()",
            ])
        #expect(calls == ["before", "inner after", "after", "before", "after"])
    }

    @Test func everyTeardownRunsAfterAnError() {
        var calls: [String] = []
        let line = #line + 3
        let found = failures {
            describe("a disk") {
                afterEach { calls.append("after") }
                context("that spins") {
                    afterEach { throw NoDisk() }
                    it("is round") { throw NoDisk() }
                    it("is heavy") { calls.append("it") }
                }
            }
            .run()
        }
        #expect(
            found == [
                "\(line + 3): a disk, that spins, is round: it threw an error: NoDisk()",
                "\(line + 2): a disk, that spins, is round: afterEach threw an error: NoDisk()",
                "\(line + 2): a disk, that spins, is heavy: afterEach threw an error: NoDisk()",
            ])
        #expect(calls == ["after", "it", "after"])
    }

    @Test func aCallOutsideOfADescribeIsAFailure() {
        var runs = 0
        let line = #line
        let found = failures {
            it("is lost") { runs += 1 }
            beforeEach { runs += 1 }
            afterEach { runs += 1 }
            context("lost") { runs += 1 }
        }
        let advice = "is outside of a describe and has no effect: move it into the closure of a describe or a context"
        #expect(
            found == [
                "\(line + 2): it \"is lost\" \(advice)", "\(line + 3): beforeEach \(advice)",
                "\(line + 4): afterEach \(advice)", "\(line + 5): context \"lost\" \(advice)",
            ])
        #expect(runs == 0)
    }

    @Test func aCallInsideOfAnExampleIsAFailure() {
        var runs = 0
        let line = #line
        let found = failures {
            describe("a disk") {
                it("is round") {
                    beforeEach { runs += 1 }
                    it("is lost") { runs += 1 }
                    describe("lost") { runs += 1 }.run()
                }
            }
            .run()
        }
        let advice = """
            is inside of the example "a disk, is round" and has no effect: move it into the closure of a describe or a context
            """
        #expect(
            found == [
                "\(line + 4): beforeEach \(advice)", "\(line + 5): it \"is lost\" \(advice)",
                "\(line + 6): describe \"lost\" \(advice)",
            ])
        #expect(runs == 0)
    }

    @Test func aTaskThatAGroupStartsAddsNothingToIt() async {
        // GIVEN
        let failures = TestFailures()
        var late: Task<Void, Never>?
        // WHEN
        let log = TestFailures.$collector.withValue(failures) {
            describe("a disk") {
                it("is round") {}
                late = Task { it("is late") {} }
            }
            .run()
        }
        await late?.value
        // THEN
        #expect(log.entries.map(\.text) == ["a disk", "is round"])
        #expect(failures.all.count == 1)
        #expect(failures.all.first?.text.hasPrefix("it \"is late\" is outside of a describe") == true)
    }

    @Test func twoExamplesOfOneNameAreAFailure() {
        var log: TestLog?
        let line = #line
        let found = failures {
            log = describe("a disk") {
                context("that spins, fast") {
                    it("is round") {}
                }
                context("that spins") {
                    it("fast, is round") {}
                }
                it("is round") {}
            }
            .run()
        }
        let text = """
            the example "a disk, that spins, fast, is round" exists already, at SpecFailureTests.swift:\(line + 4): give one \
            of them another text
            """
        #expect(found == ["\(line + 7): \(text)"])
        #expect(log?.entries.map(\.failures) == [[], [], [], [], [text], []])
    }

    @Test func aGroupWithoutExamplesIsAFailure() {
        let line = #line
        let found = failures {
            describe("a disk") {
                it("is round") {}
                context("that spins") {}
            }
            .run()
        }
        #expect(found == ["\(line + 4): context \"that spins\" has no examples: add an it to its closure"])
    }

    @Test func aSpecThatDoesNotRunIsAFailure() {
        let line = #line
        let found = failures {
            describe("a disk") {
                it("is round") {}
                describe("its hole") { it("is small") {} }.run()
            }
        }
        #expect(
            found == [
                "\(line + 4): \"its hole\" runs with the describe around it: omit its .run()",
                "\(line + 2): \"a disk\" did not run: say .run() after this describe",
            ])
    }
}
