import AditSQLite
import AditState
import AditSwiftHost
import TestSupport
import Testing

@testable import AditC
@testable import AditPostgres

/// GIVEN a real core, driven as a C host does WHEN the connection to its database is cut THEN its host hears what is stored.
extension PostgresTests {
    private func add(_ id: String) -> String { #"{"add":"\#(id)","@id":"\#(id)"}"# }
    private func added(_ id: String) -> String { #"{"wasAdded":"\#(id)","@id":"\#(id)"}"# }

    private func items(_ core: String) throws -> [String] {
        try StateStore(Todo(), storage: PostgresStorage.open(core)).state().items.map(\.id)
    }

    @Test func `GIVEN a commit that is made WHEN its backend ends THEN its batch is held, and then heard`() throws {
        let bench = CoreBench()
        let core = try bench.open("held")
        try core.send(add("a"))
        try core.drive()
        #expect(bench.take() == [added("a")])
        try setStandby("missing")
        defer { try? setStandby("") }
        let isEnded = endWaitingCommit("SyncRep")
        try core.send(add("b"))
        #expect(try core.process(timeout: 0, from: 0) == 0)
        #expect(isEnded())
        // Nothing follows it meanwhile.
        try core.send(add("c"))
        #expect(try core.process(timeout: 200, from: 0) == 0)
        #expect(core.core.isHeld)
        #expect(bench.take() == [])
        try setStandby("")
        while bench.take().isEmpty { try core.drive() }
        try core.close()
        #expect(try items("held") == ["a", "b", "c"])
    }

    @Test func `GIVEN a commit that is not made WHEN its backend ends THEN its batch is held, and then refused`() throws
    {
        let bench = CoreBench()
        let core = try bench.open("refused")
        try delayCommits(of: "refused")
        defer { try? endDelay() }
        let isEnded = endWaitingCommit("PgSleep")
        try core.send(add("a"))
        #expect(try core.process(timeout: 0, from: 0) == 0)
        #expect(isEnded())
        try endDelay()
        try core.drive()
        let heard = bench.take()
        #expect(heard.count == 1)
        #expect(heard.first?.hasPrefix(#"{"@error":{"code":"estore","message":"postgresql://"#) == true)
        #expect(heard.first?.contains("has not written it: the connection was cut before") == true)
        // The core goes on.
        try core.send(add("b"))
        try core.drive()
        #expect(bench.take() == [added("b")])
        try core.close()
        #expect(try items("refused") == ["b"])
    }

    @Test func `GIVEN a held batch WHEN another opens the core THEN it is refused as fenced, and the core closes`()
        throws
    {
        let bench = CoreBench()
        let core = try bench.open("fenced while held")
        try delayCommits(of: "fenced while held")
        defer { try? endDelay() }
        let isEnded = endWaitingCommit("PgSleep")
        try core.send(add("a"))
        #expect(try core.process(timeout: 0, from: 0) == 0)
        try core.send(add("b"))
        #expect(isEnded())
        // Before it has connected again: it looks at most every 50 ms at first.
        try endDelay()
        let other = try PostgresStorage.open("fenced while held")
        while !core.core.isClosed { _ = try core.process(timeout: -1, from: 0) }
        let heard = bench.take()
        #expect(heard.count == 3)
        #expect(heard.first?.contains(#""code":"e"#) == true)
        #expect(heard.last == #"{"@closed":{}}"#)
        try core.close()
        #expect(try other.commit(1) == .written)
    }

    @Test func `GIVEN a core of a Swift program WHEN another opens it THEN it closes`() throws {
        func open() throws -> AppCore<Todo, TodoMessage> {
            try AppCore(
                todoApp, store: .postgres(cluster.address, core: "of swift"),
                engine: PostgresEngine(files: SQLiteEngine()))
        }
        let first = try open()
        first.send(.add("a"))
        first.process()
        let second = try open()
        #expect(second.state.items.map(\.id) == ["a"])
        first.send(.add("b"))
        first.process()
        #expect(first.isClosed)
        second.send(.add("c"))
        second.process()
        #expect(second.state.items.map(\.id) == ["a", "c"])
        second.close()
        #expect(try items("of swift") == ["a", "c"])
    }

    /// Opens cores, and ends their backends at random times while messages are sent to them. What is heard is stored, and
    /// nothing else.
    ///
    /// - Parameters:
    ///   - more: more members of `store` in their configs, each after a comma.
    ///   - count: the number of messages that a core handles together.
    func endBackends(of names: [String], _ more: String = "", messages: Int, together count: Int = 1, seed: UInt64)
        throws
    {
        let bench = CoreBench()
        let cores = try names.map { try bench.open($0, more) }
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let isOver = Counter()
        _ = DetachedThread.start { [cluster] in
            var random = SeededGenerator(seed: seed)
            while isOver.count == 0 {
                sleep(milliseconds: Int32.random(in: 1...20, using: &random))
                _ = try? cluster.run(
                    """
                    SELECT count(pg_terminate_backend(c.backend)) FROM adit.core c JOIN pg_stat_activity a ON a.pid = c.backend
                    WHERE c.name IN (\(list))
                    """)
            }
            isOver.add()
        }
        var (stored, refused) = (names.map { _ in [String]() }, 0)
        for first in stride(from: 1, through: messages, by: count) {
            let numbers = first..<(first + count)
            for core in cores { for number in numbers { try core.send(add("\(number)")) } }
            for (index, core) in cores.enumerated() {
                try core.drive()
                let heard = bench.take()
                try #require(heard.count == count)
                for (text, number) in zip(heard, numbers) {
                    if text == added("\(number)") {
                        stored[index].append("\(number)")
                    } else {
                        try #require(text.hasPrefix(#"{"@error":{"code":"estore""#), "\(heard)")
                        refused += 1
                        sleep(milliseconds: 5)
                    }
                }
            }
        }
        isOver.add()
        while isOver.count < 2 { sleep(milliseconds: 1) }
        for core in cores { try core.close() }
        for (name, stored) in zip(names, stored) { #expect(try items(name) == stored) }
        #expect(
            stored.allSatisfy { !$0.isEmpty } && refused > 0, "\(stored.map(\.count)) stored, \(refused) refused")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `GIVEN backends that end at random THEN what is heard is stored, and nothing else`(seed: UInt64) throws {
        try endBackends(of: ["cut \(seed)"], messages: 300, seed: seed)
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `GIVEN backends that end at random WHEN steps are synced together THEN what is heard is stored`(seed: UInt64)
        throws
    {
        let name = "cut steps \(seed)"
        try endBackends(of: [name], #"},"undo":{"bytes":100000"#, messages: 300, together: 5, seed: seed)
    }

    @Test func `GIVEN a database that takes no connections THEN messages are refused at once, until it does`() throws {
        let bench = CoreBench()
        let core = try bench.open("away")
        let template = cluster.address.replacing("dbname=postgres", with: "dbname=template1")
        func allow(_ isAllowed: Bool) throws {
            let connection = try Connection(Address(template))
            defer { connection.close() }
            try connection.run("ALTER DATABASE postgres ALLOW_CONNECTIONS \(isAllowed)")
            if !isAllowed {
                try connection.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'")
            }
        }
        try core.send(add("a"))
        try core.drive()
        _ = bench.take()
        try allow(false)
        for _ in 0..<3 {
            try core.send(add("b"))
            try core.drive()
            #expect(bench.take().first?.hasPrefix(#"{"@error":{"code":"estore""#) == true)
        }
        try allow(true)
        var heard: [String] = []
        while heard.first?.hasPrefix(#"{"wasAdded""#) != true {
            sleep(milliseconds: 20)
            try core.send(add("c"))
            try core.drive()
            heard = bench.take()
        }
        try core.close()
        #expect(try items("away") == ["a", "c"])
    }
}
