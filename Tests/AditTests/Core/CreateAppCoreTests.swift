import Adit
import Testing

/// An app as document 003 writes it: a root handler that is bound late, and given to all as their output.
private final class ScriptApp {
    let store = StateStore(Words())
    var seen: [String] = []
    lazy var rootHandler: Input<Script> = createAppCore(
        store: store,
        receivers: [{ [unowned self] in seen.append($0.name) }, messageExpander { [unowned self] in output($0) }],
        features: [createPerformer(store: store) { [unowned self] in output($0) }])

    func output(_ message: Script) { try? rootHandler(message) }
}

private func messageExpander(output: @escaping Output<Script>) -> Input<Script> {
    return { message in
        if message.name == "wasAdded" || message.name == "wasChecked" {
            output(Script("requestReview", .add("review")))
        }
    }
}

/// GIVEN a core in 003's form WHEN its root handler is called THEN it does what a core does, and throws what went
/// wrong.
struct CreateAppCoreTests {
    @Test func `messages are seen by receivers, then features, with all that they cause`() throws {
        let app = ScriptApp()
        try app.rootHandler(Script("add", .add("item"), .output(Script("wasAdded"))))
        #expect(app.seen == ["add", "wasAdded", "requestReview"])
        #expect(app.store.state().words == ["item", "review"])
        try app.rootHandler(Script("other", .output(Script("1", .output(Script("1.1")))), .output(Script("2"))))
        #expect(app.seen.suffix(4) == ["other", "1", "2", "1.1"])
    }

    @Test func `an output waits until the present message has been handled`() throws {
        let app = ScriptApp()
        try app.rootHandler(Script("a", .output(Script("b", .add("b"))), .add("a")))
        #expect(app.store.state().words == ["a", "b"])
    }

    @Test func `the error of the message itself is thrown, and its changes undone`() {
        let app = ScriptApp()
        #expect(throws: ScriptError(description: "no")) {
            try app.rootHandler(Script("a", .add("a"), .output(Script("x")), .fail("no")))
        }
        #expect(app.store.state().words == [])
        #expect(app.seen == ["a"])
    }

    @Test func `the first error is thrown after all has been handled`() {
        let app = ScriptApp()
        #expect(throws: ScriptError(description: "first")) {
            try app.rootHandler(
                Script(
                    "a", .add("a"), .output(Script("b", .add("b"), .fail("first"))),
                    .output(Script("c", .fail("second"))),
                    .output(Script("d", .add("d")))))
        }
        #expect(app.store.state().words == ["a", "d"])
        #expect(app.seen == ["a", "b", "c", "d"])
        #expect(throws: Never.self) { try app.rootHandler(Script("e", .add("e"))) }
        #expect(app.store.state().words == ["a", "d", "e"])
    }

    @Test func `an endless cascade is thrown as one`() {
        let store = StateStore(Words())
        var rootHandler: Input<Script> = { _ in }
        rootHandler = createAppCore(store: store, receivers: [], features: [{ try rootHandler($0) }])
        let error = #expect(throws: CascadeLimit.self) { try rootHandler(Script("echo")) }
        #expect(error?.description == "caused messages over more than 10000 generations")
        rootHandler = { _ in }
    }

    @Test func `observers are told once a message from outside, and may put out more`() throws {
        let app = ScriptApp()
        var told = 0
        app.store.updated { [unowned app] in
            told += 1
            if app.store.state().words.count < 5 { app.output(Script("update", .add("update"))) }
        }
        try app.rootHandler(Script("a", .add("a"), .add("b"), .output(Script("b", .add("c")))))
        #expect(app.store.state().words == ["a", "b", "c", "update", "update"])
        #expect(told == 3)
    }

    @Test func `observers that put out without end are cut off`() throws {
        let app = ScriptApp()
        app.store.updated { [unowned app] in app.output(Script("update", .add("update"))) }
        #expect(throws: CascadeLimit.self) { try app.rootHandler(Script("a", .add("a"))) }
        #expect(app.store.state().words.count == 10_001)
        #expect(app.store.transaction.revision == 10_001)
    }

    @Test func `an observer of a change from outside may call the root handler`() {
        let app = ScriptApp()
        app.store.updated { [unowned app] in
            if app.store.state().words.count == 1 { app.output(Script("update", .add("update"))) }
        }
        app.store.change(.add("outside"))
        #expect(app.store.state().words == ["outside", "update"])
    }

    @Test func `it is gone when nobody holds on to it`() throws {
        weak var store: StateStore<Words>?
        weak var app: ScriptApp?
        do {
            let held = ScriptApp()
            (app, store) = (held, held.store)
            try held.rootHandler(Script("wasAdded"))
        }
        #expect(app == nil)
        #expect(store == nil)
    }
}
