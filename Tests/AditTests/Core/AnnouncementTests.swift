import Adit
import Testing

/// GIVEN a message that cannot be announced (its text cannot be written) WHEN its turn comes THEN it fails unhandled,
/// and the rest goes on.
struct AnnouncementTests {
    @Test func `it is not handled`() {
        let bench = Bench(unspeakable: ["b"])
        bench.send(Script("a", .output(Script("b", .add("b"), .output(Script("x")))), .output(Script("c", .add("c")))))
        #expect(bench.words == ["c"])
        #expect(bench.told == ["! b was not announced: unspeakable", "> c"])
    }

    @Test func `the message that caused it stays`() {
        let bench = Bench(unspeakable: ["b"])
        bench.send(Script("a", .add("a"), .output(Script("b"))), Script("d", .add("d")))
        #expect(bench.words == ["a", "d"])
        #expect(bench.told == ["! b was not announced: unspeakable"])
    }

    @Test func `a message is announced before it is handled, and after the one before it`() {
        let bench = Bench()
        bench.send(Script("a", .tell("a"), .output(Script("b", .tell("b"))), .output(Script("c", .tell("c")))))
        #expect(bench.told == [#"? host "a""#, "> b", #"? host "b""#, "> c", #"? host "c""#])
    }
}
