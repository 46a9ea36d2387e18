import Adit
import Testing

/// What an input saw, told by the message's words: the messages are `a`, the inputs 1 2 3.
private func witness(_ name: String, _ store: StateStore<Words>) -> Input<Script> {
    return { store.change(.add("\(name)\($0.name)")) }
}

/// GIVEN receivers and features WHEN messages come THEN each is seen whole, by all of them in order, before the next
/// begins.
struct OrderTests {
    @Test func `receivers come before features, each in list order`() {
        let bench = Bench { core in
            core.receivers = [witness("r1", core.store), witness("r2", core.store)]
            return [
                Feature(witness("f1", core.store)), Feature(witness("f2", core.store)),
                Feature(witness("f3", core.store)),
            ]
        }
        bench.send(Script("a"), Script("b"))
        #expect(bench.words == ["r1a", "r2a", "f1a", "f2a", "f3a", "r1b", "r2b", "f1b", "f2b", "f3b"])
    }

    @Test func `what a receiver puts out comes after the features have seen what it saw`() {
        let bench = Bench { core in
            core.receivers = [
                { [output = core.output] in if $0.name == "a" { output(Script("b")) } }, witness("r", core.store),
            ]
            return [Feature(witness("f", core.store))]
        }
        bench.send(Script("a"), Script("c"))
        #expect(bench.words == ["ra", "fa", "rb", "fb", "rc", "fc"])
        #expect(bench.told == ["> b"])
    }

    @Test func `a message's consequences come before the next message from outside`() {
        let bench = Bench()
        bench.send(Script("a", .output(Script("b", .output(Script("c"))))), Script("d", .output(Script("e"))))
        #expect(bench.told == ["> b", "> c", "> e"])
    }

    @Test func `consequences are handled breadth first`() {
        let bench = Bench()
        let tree = Script(
            "root", .add("root"),
            .output(
                Script(
                    "1", .add("1"), .output(Script("1.1", .add("1.1"), .output(Script("1.1.1", .add("1.1.1"))))),
                    .output(Script("1.2", .add("1.2"))))),
            .output(Script("2", .add("2"), .output(Script("2.1", .add("2.1"))))), .output(Script("3", .add("3"))))
        bench.send(tree)
        #expect(bench.words == ["root", "1", "2", "3", "1.1", "1.2", "2.1", "1.1.1"])
        #expect(bench.told == ["> 1", "> 2", "> 3", "> 1.1", "> 1.2", "> 2.1", "> 1.1.1"])
    }

    @Test func `output returns before what it put out is handled`() {
        let bench = Bench()
        bench.send(Script("a", .add("before"), .output(Script("b", .add("within"))), .add("after")))
        #expect(bench.words == ["before", "after", "within"])
    }

    @Test func `output never recurses, however long the chain`() {
        var chain = Script("end", .add("end"))
        for number in 0..<200 { chain = Script("\(number)", .output(chain)) }
        let depth = Depth()
        let bench = Bench { core in
            let perform = performer(core)
            return [
                Feature { message in
                    depth.enter()
                    defer { depth.leave() }
                    try perform(message)
                }
            ]
        }
        bench.send(chain)
        #expect(bench.words == ["end"])
        #expect(bench.told.count == 200)
        #expect(depth.deepest == 1)
    }

    @Test func `messages from outside are not announced`() {
        let bench = Bench()
        bench.send(Script("a"), Script("b"))
        #expect(bench.told == [])
    }
}

/// How deep an input was within itself.
private final class Depth: @unchecked Sendable {  // Used by one test, on its thread.
    private var depth = 0
    private(set) var deepest = 0
    func enter() {
        depth += 1
        deepest = max(deepest, depth)
    }
    func leave() { depth -= 1 }
}
