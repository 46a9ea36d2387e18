import Adit
import AditTesting
import Testing

@Message
private enum Kettle: Equatable {
    case request(Request)
    case response(Response)
    @Internal case boils(degrees: Int)

    enum Request: Equatable { case heat }
    enum Response: Equatable { case isHot }
}

private func kettleFeature(_ output: @escaping Output<Kettle>) -> Input<Kettle> {
    return { message in
        switch message {
        case .request(.heat):
            output(.boils(degrees: 90))
            output(.boils(degrees: 100))
        case .boils(degrees: 100): output(.response(.isHot))
        case .boils, .response: break
        }
    }
}

@Model
private struct KettleState: State {
    var number = 0
    enum Change {}
    mutating func apply(_: Change) {}
}

/// GIVEN internal messages WHEN a story is told THEN they may be spoken of, and need not be.
struct InternalMessageTests {
    private var app: ModuleTest<KettleState, Kettle, Kettle> {
        GIVEN(App("kettle", state: KettleState()) { [Feature(kettleFeature($0.output))] })
    }

    @Test func `they may be passed over in silence`() {
        app.WHEN(.request(.heat)).THEN(.response(.isHot)).runTests()
        GIVEN(featureOf: Kettle.self, state: NoState()) { kettleFeature($0.output) }
            .WHEN(.request(.heat)).THEN(.response(.isHot)).runTests()
    }

    @Test func `they may be spoken of, each of them in its order`() {
        app.WHEN(.request(.heat))
            .THEN(.boils(degrees: 90), .boils(degrees: 100), .response(.isHot))
            .runTests()
        app.WHEN(.request(.heat)).THEN(.boils(degrees: 100)).THEN(.response(.isHot)).runTests()
    }

    @Test func `one that did not come is missed`() {
        let line = #line
        let found = failures {
            app.WHEN(.request(.heat)).THEN(.boils(degrees: 80), .response(.isHot)).runTests()
            app.WHEN(.request(.heat)).THEN(.response(.isHot)).THEN(.boils(degrees: 100)).runTests()
        }
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("\(line + 2): the outputs are other ones") == true)
        #expect(found.last == "\(line + 3): there is no output left; boils(degrees: 100) was expected")
    }

    @Test func `what is outgoing has to be spoken of as ever`() {
        let line = #line
        let found = failures { app.WHEN(.request(.heat)).THEN(.boils(degrees: 90)).runTests() }
        #expect(
            found == [
                "\(line + 1): the output response.isHot was not expected: say .THEN(…) after this line, or .relaxed after GIVEN"
            ])
    }

    @Test func `a story may send them`() {
        app.WHEN(.boils(degrees: 100)).THEN(.response(.isHot)).runTests()
        app.WHEN(.response(.isHot)).runTests()
    }
}
