import AditLibrary
import Testing

@testable import AditProgram

@Suite struct ReplayTests {
    @Test(arguments: [
        (0, ""), (1, "; 1 entry of the journal before was left out"),
        (2, "; 2 entries of the journal before were left out"),
    ])
    func entriesThatAreLeftOutAreCounted(omitted: Int, text: String) throws {
        let report = try JSONValue(
            parsing: #"{"equal":true,"complete":true,"messages":1,"revision":3,"omitted":\#(omitted)}"#)
        #expect(ReplayCommand.sentence(report) == "the same: 1 message, revision 3" + text)
    }
}
