import Testing

@testable import TodoCore

@Suite struct CreateStoreTests {
    @Test func U16_everyStoreIsItsOwn() {
        // GIVEN
        let (first, second) = (createStore(), createStore())
        // WHEN
        first.change(.add(.item(.numbered(1))))
        // THEN
        #expect(first.state().items.count == 1)
        #expect(second.state().items.isEmpty)
    }
}
