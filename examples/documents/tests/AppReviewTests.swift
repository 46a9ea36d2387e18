import Adit
import AditTesting
import Testing

@testable import AppReviewDocument

@Suite struct AppReviewTests {
    private func item(_ id: Int) -> TodoItem { TodoItem(id: id, text: "item \(id)") }

    @Test func aReviewIsRequestedFiveSecondsAfterTheThirdItem() throws {
        // GIVEN
        let app = TodosApp()
        app.rootHandler(.todo(.request(.add(item: item(1)))))
        app.rootHandler(.todo(.request(.add(item: item(2)))))
        try app.effects.advance(by: .seconds(60))
        #expect(app.reviews == 0)
        // WHEN
        app.rootHandler(.todo(.request(.add(item: item(3)))))
        try app.effects.advance(by: .seconds(4))
        #expect(app.reviews == 0)
        try app.effects.advance(by: .seconds(1))
        // THEN
        #expect(app.reviews == 1)
    }

    @Test func bothInterfacesSeeTheSameMessages() {
        let app = TodosApp()
        app.rootHandler(.todo(.request(.add(item: item(1)))))
        app.rootHandler(.todo(.request(.add(item: item(2)))))
        app.rootHandler(.todo(.request(.check(item: item(1)))))
        #expect(app.list.lines == ["item 1", "item 2"])
        #expect(app.badge.count == 1)
    }

    @Test func theClockOnlyEmits() {
        GIVEN(reviewApp())
            .advance(by: .seconds(60))
            .THEN(.clock(.ticked))
            .THEN(inFlight: 1)
            .runTests()
    }
}
