import Adit
import Testing

/// Something that a feature holds on to.
private final class Tracked: @unchecked Sendable {}  // Has nothing in it.

/// What of a core is still there.
private final class Remains: @unchecked Sendable {  // Used by one test, on its thread.
    weak var store: StateStore<Words>?
    weak var builder: Bench.Builder?
    weak var feature: Tracked?
    weak var core: RunningApp?
    var isNothing: Bool { store == nil && builder == nil && feature == nil && core == nil }
}

/// GIVEN a core WHEN nobody holds on to it THEN it is gone, with its store, its features and all that they hold.
struct CoreLifetimeTests {
    private func remains(of build: @escaping @Sendable (Bench.Builder, Tracked) -> [Feature<Script>]) -> Remains {
        let remains = Remains()
        do {
            let bench = Bench { core in
                let tracked = Tracked()
                (remains.store, remains.builder, remains.feature) = (core.store, core, tracked)
                return build(core, tracked)
            }
            remains.core = bench.core
            bench.send(Script("a", .add("a"), .output(Script("b", .tell("x")))), Script("c", .add("c"), .fail("no")))
            #expect(bench.words == ["a"])
        }
        return remains
    }

    @Test func `whose features hold the store and the output`() {
        #expect(
            remains { core, tracked in
                let perform = performer(core)
                return [Feature { message in try withExtendedLifetime(tracked) { try perform(message) } }]
            }.isNothing)
    }

    @Test func `whose features hold their builder`() {
        #expect(
            remains { core, tracked in
                let perform = performer(core)
                return [
                    Feature { message in
                        try withExtendedLifetime((core, tracked)) { try perform(message) }
                        if message.name == "never" { core.output(message) }
                    }
                ]
            }.isNothing)
    }

    @Test func `whose receivers hold their builder`() {
        #expect(
            remains { core, tracked in
                core.receivers.append { message in
                    withExtendedLifetime(tracked) {}
                    if message.name == "never" { core.output(message) }
                }
                return [Feature(performer(core))]
            }.isNothing)
    }

    @Test func `whose observers hold the store that they observe`() {
        #expect(
            remains { core, tracked in
                let store = core.store
                store.updated { withExtendedLifetime(tracked) { _ = store.state() } }
                return [Feature(performer(core))]
            }.isNothing)
    }
}

/// GIVEN a message with several outputs WHEN one of them has been handled THEN it is released, while the others wait.
struct OutputLifetimeTests {
    private struct Load {
        let name: String
        var tracked: Tracked?
    }

    @Test func `an output is released before the next one is handled`() throws {
        weak var tracked: Tracked?
        var wasReleased: Bool?
        var rootHandler: Input<Load> = { _ in }
        rootHandler = createAppCore(
            store: StateStore(Words()), receivers: [],
            features: [
                { load in
                    switch load.name {
                    case "begin":
                        let first = Load(name: "first", tracked: Tracked())
                        tracked = first.tracked
                        try rootHandler(first)
                        try rootHandler(Load(name: "second"))
                        try rootHandler(Load(name: "third"))
                    case "second": wasReleased = tracked == nil
                    default: break
                    }
                }
            ])
        try rootHandler(Load(name: "begin"))
        #expect(wasReleased == true)
        rootHandler = { _ in }
    }
}
