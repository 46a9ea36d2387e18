import Adit
import AditTesting
import Testing

/// A view that is not as a story says is told, as a part of the state is.
@Suite struct StoryViewTests {
    @Test func anotherValueIsADifference() {
        let line = #line
        let found = failures { GIVEN(uploadApp()).THEN(view: "count", is: 1).runTests() }
        #expect(found == ["\(line + 1): the view count is another one (- expected, + found):\n- 1\n+ 0"])
    }

    @Test func aViewThatIsNotThereIsToldWithThoseThatAre() {
        let line = #line
        let found = failures {
            GIVEN(uploadApp())
                .THEN(view: "cont", is: 1)
                .THEN(view: "failing/ids/0", is: UUID.zero)
                .THEN(view: "failing/~", is: 1)
                .runTests()
        }
        #expect(
            found == [
                #"\#(line + 3): the view cont cannot be read: /view/cont: no member "cont"; did you mean "count"? one of failing, count"#,
                "\(line + 4): the view failing/ids/0 cannot be read: /view/failing/ids/0: there is no such part now",
                #"\#(line + 5): the view failing/~ cannot be read: "/view/failing/~" is no JSON Pointer"#,
            ])
    }

    @Test func aValueOfAnotherTypeIsTold() {
        let line = #line
        let found = failures { GIVEN(uploadApp()).THEN(view: "count", is: "0").runTests() }
        #expect(found == ["\(line + 1): the view count cannot be read: found the number 0; a string is expected"])
    }

    @Test func theLogSaysWhatItIs() {
        let log = GIVEN(uploadApp()).THEN(view: "count", is: 0).runTests()
        #expect(log.entries.last?.text == "the view count is 0")
    }
}
