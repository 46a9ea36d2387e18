import AditTesting
import Testing

@testable import ValuesCore

struct KeepValuesTests {
    @Test func valuesReplaceThoseBefore() {
        GIVEN(KeepValues.self, state: ValuesState()) { core, respond in
            KeepValues(store: core.store, respond: respond)
        }
        .WHEN(.keep(.doubles([0.5, 2])))
        .THEN(.wasKept(.doubles([0.5, 2])))
        .THEN(\.kept, is: .doubles([0.5, 2]))
        .WHEN(.keep(.integers([1])))
        .THEN(.wasKept(.integers([1])))
        .THEN(\.kept, is: .integers([1]))
        .runTests()
    }
}
