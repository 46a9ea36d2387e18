import Adit
import Testing

private struct Cart: State, Equatable {
    var items: [String] = []
    enum Change { case add(String), remove(String) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let item): items.append(item)
        case .remove(let item): items.removeAll { $0 == item }
        }
    }
}

/// In the short form: the nested enums are found without being named.
private struct Adder: UseCase {
    enum Request { case add(item: String) }
    enum Response: Equatable { case wasAdded(item: String), wasNotAdded(item: String) }
    let store: StateStore<Cart>
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .add(let item):
            guard !item.isEmpty else { return respond(.wasNotAdded(item: item)) }
            store.change(.add(item))
            respond(.wasAdded(item: item))
        }
    }
}

/// In the form of the documents: types named, an interactor, a responder.
private struct Remover: UseCase {
    enum Request { case remove(item: String) }
    enum Response: Equatable { case wasRemoved(item: String) }
    typealias RequestType = Request
    typealias ResponseType = Response

    init(store: StateStore<Cart>, responder: @escaping ((Response) -> Void)) {
        interactor = Interactor(store: store, responder: responder)
    }

    func request(_ request: Request) {
        switch request {
        case .remove(item: let item): interactor.remove(item: item)
        }
    }

    private let interactor: Interactor

    private final class Interactor {
        init(store: StateStore<Cart>, responder: @escaping ((Response) -> Void)) {
            (self.store, respond) = (store, responder)
        }
        func remove(item: String) {
            store.change(.remove(item))
            respond(.wasRemoved(item: item))
        }
        private let store: StateStore<Cart>
        private let respond: (Response) -> Void
    }
}

/// A sink, as in document 003: it answers nothing.
private struct ReviewRequester: UseCase {
    enum Request { case requestShowReview }
    enum Response {}
    let show: () -> Void
    func request(_ request: Request) {
        switch request {
        case .requestShowReview: show()
        }
    }
}

/// Of types that are no enums of its own, one that throws.
private struct Halver: UseCase {
    typealias Request = Int
    typealias Response = Double
    struct Odd: Error, Equatable { var number: Int }
    let respond: (Double) -> Void
    func request(_ number: Int) throws {
        guard number % 2 == 0 else { throw Odd(number: number) }
        respond(Double(number / 2))
    }
}

struct UseCaseTests {
    @Test func `a use case takes a request, changes the state and responds`() {
        let store = StateStore(Cart())
        var responses: [Adder.Response] = []
        let adder = Adder(store: store) { responses.append($0) }
        adder.request(.add(item: "x"))
        adder.request(.add(item: ""))
        #expect(store.state() == Cart(items: ["x"]))
        #expect(responses == [.wasAdded(item: "x"), .wasNotAdded(item: "")])
    }

    @Test func `in the documents' form`() {
        let store = StateStore(Cart(items: ["x", "y"]))
        var responses: [Remover.Response] = []
        Remover(store: store) { responses.append($0) }.request(.remove(item: "x"))
        #expect(store.state() == Cart(items: ["y"]))
        #expect(responses == [.wasRemoved(item: "x")])
    }

    @Test func `a sink answers nothing`() {
        var shown = 0
        ReviewRequester { shown += 1 }.request(.requestShowReview)
        #expect(shown == 1)
    }

    @Test func `of any types, and it may throw`() throws {
        var halves: [Double] = []
        let halver = Halver { halves.append($0) }
        try halver.request(8)
        #expect(throws: Halver.Odd(number: 7)) { try halver.request(7) }
        #expect(halves == [4])
    }

    @Test func `it may be held without its name`() throws {
        var halves: [Double] = []
        let useCases: [any UseCase<Int, Double>] = [Halver { halves.append($0) }, Halver { halves.append(-$0) }]
        for useCase in useCases { try useCase.request(2) }
        #expect(halves == [1, -1])
    }
}
