import AditTesting
import Glibc
import XCTest

/// Specs under XCTest.
final class SpecTests: XCTestCase {
    func testASpecPasses() {
        var numbers: [Int] = []
        let log = describe("numbers") {
            beforeEach { numbers = [1] }
            it("is one") { XCTAssertEqual(numbers, [1]) }
            context("with another") {
                beforeEach { numbers.append(2) }
                it("are two") { XCTAssertEqual(numbers, [1, 2]) }
            }
        }
        .run()
        XCTAssertTrue(log.hasPassed)
    }

    func testFailuresAreThoseOfTheTestAndOfTheLog() {
        // GIVEN a test with a spec that fails
        struct NoDisk: Error {}
        let line = UInt(#line)
        var log: TestLog?
        let test = XCTestCase(name: "aDisk") { _ in
            log = describe("a disk") {
                it("is round") { XCTFail("a text") }
                it("is heavy") { throw NoDisk() }
                it("spins") {}
            }
            .run()
        }
        // WHEN
        withoutOutput { test.run() }
        // THEN: XCTest ends the assertions of a test with the inner one
        if test.testRun?.failureCount != 2 {
            recordFailure(
                withDescription: "found \(test.testRun?.failureCount ?? 0) failures of the test", inFile: #filePath,
                atLine: Int(#line), expected: true)
        }
        let expected = """
            ✘ a disk
                ✘ is round
                    ✘ SpecTests.swift:\(line + 4): failed - a text
                ✘ is heavy
                    ✘ SpecTests.swift:\(line + 5): it threw an error: NoDisk()
                ✓ spins
            """
        if log?.description != expected {
            recordFailure(
                withDescription: "found the log \(log?.description ?? "")", inFile: #filePath, atLine: Int(#line),
                expected: true)
        }
    }

    /// Runs a test that is to fail without its report.
    private func withoutOutput(_ body: () -> Void) {
        fflush(nil)
        let output = dup(STDOUT_FILENO)
        let nothing = open("/dev/null", O_WRONLY)
        dup2(nothing, STDOUT_FILENO)
        body()
        fflush(nil)
        dup2(output, STDOUT_FILENO)
        close(output)
        close(nothing)
    }
}
