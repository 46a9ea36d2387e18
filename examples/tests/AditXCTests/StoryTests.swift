import Adit
import AditTesting
import XCTest

@testable import CounterCore

/// The view model of the documents' example: an address that the user types and saves.
private final class MyViewModel: SingleEntryPoint {
    enum When: Codable {
        case userTypesNewEmail(userEmail: String)
        case userTapsChangeEmailButton
    }

    private(set) var email = ""
    private(set) var savedEmail: String?

    func handle(_ when: When) {
        switch when {
        case .userTypesNewEmail(let userEmail): email = userEmail
        case .userTapsChangeEmailButton: savedEmail = email
        }
    }
}

/// The testing kit under XCTest.
final class StoryTests: XCTestCase {
    func testUserStory() {
        TestRunner<MyViewModel>
            .GIVEN {
                MyViewModel()
            }
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(\.savedEmail, is: "john.dohe@example.com")
            .runTests()
    }

    func testAWholeCore() {
        GIVEN(counterApp())
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 2))))
            .THEN(\.value, is: 2)
            .runTests()
    }

    func testAFailureIsOneOfTheTestAtTheLineOfTheWord() {
        let line = #line + 2
        let found = failures {
            GIVEN { MyViewModel() }.THEN(\.email, is: "a").runTests()
        }
        XCTAssertEqual(
            found, ["\(#filePath):\(line): failed - email is another one (- expected, + found):\n- \"a\"\n+ \"\""])
    }

    func testWhatAditFindsIsAFailureOfTheTest() {
        let found = failures {
            reportIssue("a text", fileID: "Module/File.swift", filePath: "/Module/File.swift", line: 3, column: 4)
        }
        XCTAssertEqual(found.count, 1)
        XCTAssertTrue(found.first?.hasSuffix("failed - a text") ?? false)
    }

    /// What is told to this test while failures are wanted; nil: they are not.
    private var wanted: [String]?

    private func failures(_ body: () -> Void) -> [String] {
        wanted = []
        body()
        defer { wanted = nil }
        return wanted ?? []
    }

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        if wanted == nil {
            super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
        wanted?.append("\(filePath):\(lineNumber): \(description)")
    }
}
