import Adit
import AditTesting
import Testing

/// GIVEN a state as JSON WHEN a story is run THEN its core begins with it.
struct JSONStateTests {
    @Test func `the core begins with it`() {
        GIVEN(counterApp(), json: #"{"@schema": 1, "value": 40}"#)
            .THEN(\.value, is: 40)
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 42))))
            .runTests()
    }

    @Test(arguments: [#"{"value": "x"}"#, #"{"valeu": 1}"#, "nothing", #"{"@schema": 2, "value": 1}"#])
    func `a text that is no state is a failure`(json: String) {
        let found = failures { GIVEN(counterApp(), json: json).THEN(\.value, is: 0).runTests() }
        #expect(found.count == 1)
        #expect(found.first?.contains("json is no state of the app") == true)
    }
}
