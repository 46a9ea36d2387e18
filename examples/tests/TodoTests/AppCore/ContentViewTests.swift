import Adit
import AditSwiftHost
import Testing

@testable import TodoCore
@testable import TodosScreen

/// The view of the program `examples/TodosApp`.
@Suite(.still()) struct ContentViewTests {
    private let sent = Responses<Message>()
    private let store = createStore()

    @Test func R11_theViewSendsTheRequestForAReviewWhenItAppears() {
        // GIVEN
        let content = ContentView(viewState: ViewState<TodoState, Message>(store: store), rootHandler: sent.append)
        #expect(sent.all.isEmpty)
        // WHEN
        content.appear()
        // THEN
        #expect(sent.all == [.appReview(.requestReview)])
    }
}
