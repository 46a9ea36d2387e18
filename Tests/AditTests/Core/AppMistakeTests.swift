import Adit
import AditTesting
import Testing

/// GIVEN an app with migrations that are never used WHEN a core is made THEN a test fails by it, and elsewhere the log
/// has it. A host that serves what nobody asks is told by the log.
struct AppMistakeTests {
    private func app(schemaVersion: Int = 1, from versions: [Int] = []) -> App<Words, Word> {
        App(
            "words", schemaVersion: schemaVersion, migrations: versions.map { StorageMigration(from: $0) { _ in } },
            state: Words(), gateways: [HostGateway<String, String>("fetch"), HostGateway<String, String>("print")]
        ) { _ in [] }
    }

    private func mistakes(of app: App<Words, Word>) -> [String] {
        TestFailures.collect { _ = app.makeCore(context: .test) }.map(\.text)
    }

    @Test(arguments: [DependencyContext.live, .test])
    func `a gateway that the app does not list is a warning of the log, with those that it lists`(
        context: DependencyContext
    ) {
        let lines = Log<String>()
        func serve(_ gateways: Set<String>) {
            _ = app().makeCore(gateways: gateways, context: context) { $0.logger = Logger(keepingIn: lines) }
        }
        serve(["fetch", "print"])
        #expect(lines.entries == [])
        serve(["fetsh", "print"])
        serve(["other"])
        #expect(
            lines.entries == [
                """
                warning: the app "words": the host serves the gateway "fetsh", which the app does not list and so never asks; \
                did you mean "fetch"? one of fetch, print
                """,
                """
                warning: the app "words": the host serves the gateway "other", which the app does not list and so never asks; \
                one of fetch, print
                """,
            ])
    }

    @Test func `migrations from each version to the next are right`() {
        #expect(mistakes(of: app(schemaVersion: 3, from: [1, 2])) == [])
        // Stores of version 1 are given up.
        #expect(mistakes(of: app(schemaVersion: 3, from: [2])) == [])
        #expect(mistakes(of: app(schemaVersion: 3)) == [])
    }

    @Test(arguments: [Int.min, 0, 1, 2, .max])
    func `a migration that schemaVersion never uses is told`(version: Int) {
        #expect(
            mistakes(of: app(from: [version])) == [
                """
                the app "words": the migration from version \(version) is never used: schemaVersion is 1, and versions begin \
                at 1. Set schemaVersion to what the state is now, or leave the migration out
                """
            ])
    }

    @Test func `a version without a migration is told`() {
        #expect(
            mistakes(of: app(schemaVersion: 5, from: [1, 4]))
                == [2, 3].map { version in
                    """
                    the app "words": a migration from version \(version) is missing: a store of version 1 cannot be opened. Add \
                    it, or leave out those from earlier versions
                    """
                })
    }

    @Test func `two migrations from one version are told`() {
        #expect(
            mistakes(of: app(schemaVersion: 2, from: [1, 1])) == [
                """
                the app "words": 2 migrations are listed from version 1, of which the first is used; leave out the others
                """
            ])
    }

    @Test func `a durable effect that the app does not list is told once`() {
        func mistakes(_ durable: [DurableForm], _ messages: Lamp...) -> [String] {
            TestFailures.collect {
                var story = GIVEN(timedLampApp(durable))
                for message in messages { story = story.WHEN(message) }
                story.runTests()
            }.map(\.text).filter { $0.contains("durable") }
        }
        #expect(mistakes([.timers(Lamp.Case.off), .requests(to: shade)], .on, .dim, .off, .off) == [])
        #expect(
            mistakes([.requests(to: shade)], .on, .off, .on) == [
                """
                the app "lamp": the app has durable timers of "off", and does not list them: a comparison of catalogs would miss \
                what stores keep of them. Add .timers(Message.Case.off) to "durable:" of its App
                """
            ])
        #expect(
            mistakes([.timers(Lamp.Case.off)], .dim, .on, .dim).map { $0.prefix(90) } == [
                """
                the app "lamp": the app has durable requests to "shade", and does not list them: a compari
                """
            ])
        #expect(mistakes([]) == [])
    }

    private let shade = HostGateway<String, String>("shade")

    /// An app with a durable timer, after `on`, and a durable request, after `dim`.
    private func timedLampApp(_ durable: [DurableForm]) -> App<Light, Lamp> {
        let shade = shade
        return App("lamp", state: Light(), gateways: [shade], durable: durable) { core in
            let (timers, host) = (core.timers, core.durable(shade) { _ in .off })
            return [
                Feature { message in
                    switch message {
                    case .on: try timers.wake(after: .seconds(1), id: "a", .off)
                    case .dim: try host.request("dim")
                    case .off: break
                    }
                }
            ]
        }
    }

    /// The lines of the log of an app's core.
    private func logged<S, M>(_ app: App<S, M>) -> [String] {
        let lines = Log<String>()
        _ = app.makeCore(context: .test) { $0.logger = Logger(keepingIn: lines) }
        return lines.entries
    }

    @Test func `a case that two features list is a warning of the log`() {
        #expect(
            logged(lampApp([.on, .dim], [.dim, .off])) == [
                """
                warning: the app "lamp": 2 features of "lamp" list the case "dim", and all of them are called for it. Let one \
                handle it; a feature that is to see what others handle lists no cases: Feature { message in … }
                """
            ])
    }

    @Test func `cases of one feature each, and one that sees every message, are right`() {
        #expect(logged(lampApp([.on, .dim], [.off])) == [])
        // Children may share a case of their parent.
        let house = App<House, Room>("house", state: House()) { core in
            [lampApp([.on], [.off]), lampApp([.on, .on], [.on])].map { child in
                core.scope(.lamp, child, state: \.lamp, message: Room.lamp) {
                    if case .lamp(let message) = $0 { message } else { nil }
                }
            }
        }
        #expect(
            logged(house).map { $0.prefix(69) } == [
                "warning: the app \"house\": 2 features of \"lamp\" list the case \"on\", an"
            ])
    }

    /// An app with a feature for each list of cases, and one that sees every message.
    private func lampApp(_ cases: [Lamp.Case]...) -> App<Light, Lamp> {
        App("lamp", state: Light()) { _ in cases.map { Feature($0) { _ in } } + [Feature { _ in }] }
    }
}

@Message private enum Lamp { case on, dim, off }
@Message private enum Room { case lamp(Lamp) }
@Model private struct Light: State {
    mutating func apply(_: Never) {}
}
@Model private struct House: State {
    var lamp = Light()
    mutating func apply(_: Never) {}
}
