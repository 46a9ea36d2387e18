import Adit
import AditTesting
import Testing

@testable import CounterCore

@Suite struct CounterTests {
    @Test func R20_aTinyCoreIsOneFeature() {
        // GIVEN the whole of a small core
        GIVEN(counterApp())
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 2))))
            .WHEN(.counter(.request(.increment(by: 3))))
            .THEN(.counter(.response(.wasIncremented(to: 5))))
            .THEN(\.value, is: 5)
            .runTests()
    }

    @Test(arguments: [(Int.max, 1), (Int.min, -1)])
    func anOverflowIsAResponseAndLeavesTheValue(value: Int, by number: Int) {
        GIVEN(counterApp(), state: CounterState(value: value))
            .WHEN(.counter(.request(.increment(by: number))))
            .THEN(.counter(.response(.wasNotIncremented(by: number))))
            .THEN(\.value, is: value)
            .runTests()
    }

    @Test func U1_theUseCaseIsTestedLikeTheCore() {
        // GIVEN
        let store = StateStore(CounterState())
        var sums: [Int] = []
        let incrementer = Incrementer(store: store) { response in
            if case .wasIncremented(let sum) = response { sums.append(sum) }
        }
        // WHEN
        incrementer.request(.increment(by: 2))
        incrementer.request(.increment(by: -5))
        // THEN
        #expect(sums == [2, -3])
        #expect(store.state().value == -3)
    }

    @Test func aResponseAsksForNothing() {
        // GIVEN a story in which every output has to be expected
        GIVEN(counterApp())
            .WHEN(.counter(.response(.wasIncremented(to: 2))))
            .THEN(\.value, is: 0)
            .runTests()
    }
}
