import AditState
import AditTesting
import AditUncertainStorage
import Glibc
import TestSupport
import Testing

@testable import AditC
@testable import AditHost

/// GIVEN a C host, and a storage that does not know whether a batch is written WHEN the host goes on THEN it receives
/// nothing of the batch until the storage knows.
struct HeldBatchTests {
    private let bench = HeldBench()
    private var engine: UncertainEngine { bench.engine }

    @Test func `nothing is heard, read or done until the storage signals`() throws {
        // GIVEN
        let handle = try bench.open()
        let descriptor = try handle.descriptor()
        engine.courses = [.unknown(asks: 2, isWritten: true)]
        // WHEN
        try handle.send(#"{"add":"a","@id":1}"#)
        #expect(try handle.process() == 0)
        try handle.send(#"{"@get":{"path":"/all"}}"#, #"{"add":"b","@id":2}"#)
        // THEN
        #expect(try handle.process() == 0)
        #expect(!isReadable(descriptor))
        // WHEN
        bench.signal()
        #expect(isReadable(descriptor))
        #expect(try handle.process() == 0)
        #expect(!isReadable(descriptor))
        // Another thread signals while the driver waits.
        Threads.start { [bench] in bench.signal() }
        while try handle.process(timeout: -1, from: 0) == 0 {}
        // THEN
        #expect(
            bench.take() == [
                #"{"wasAdded":"a","@id":1}"#, #"{"@value":{"path":"/all","revision":1,"value":["a"]}}"#,
                #"{"wasAdded":"b","@id":2}"#,
            ])
        try handle.close()
    }

    @Test func `a batch that is not written is answered by errors`() throws {
        let handle = try bench.open()
        engine.courses = [.late(asks: 1, isWritten: false)]
        try handle.send(#"{"add":"a","@id":1}"#)
        #expect(try handle.process() == 0)
        bench.signal()
        #expect(try handle.process() == 1)
        #expect(
            bench.take() == [
                #"{"@error":{"code":"estore","message":"the storage has not written it","path":"add"},"@id":1}"#
            ])
        #expect(
            try handle.call(#"{"@get":{"path":"/all"}}"#) == #"[{"@value":{"path":"/all","revision":0,"value":[]}}]"#)
        try handle.close()
    }

    /// Whether it is known at once, or only after the batch was held.
    @Test(arguments: [0, 2])
    func `a core whose store was opened elsewhere answers by errors, and closes`(asks: Int) throws {
        // GIVEN
        let handle = try bench.open()
        try handle.send(#"{"add":"a","@id":1}"#)
        #expect(try handle.process() == 1)
        _ = bench.take()
        engine.courses = [.fenced(asks: asks)]
        engine.notify = { $0.signal() }
        // WHEN its batch is refused, with one before it that reads, an effect in flight, and a message behind it
        try handle.send(#"{"addLater":{"word":"later","milliseconds":60000}}"#)
        try handle.send(#"{"add":"b","@id":2}"#, #"{"@get":{"path":"/all"}}"#, #"{"add":"c","@id":3}"#)
        var count = 0
        while !handle.core.isClosed { count += try handle.process() }
        // THEN nothing of it is heard, and what follows it is not handled
        let heard = bench.take()
        #expect(count == heard.count)
        #expect(
            heard == [
                #"{"@error":{"code":"efenced","message":"the storage was opened elsewhere since","path":"addLater"}}"#,
                #"{"@error":{"code":"efenced","message":"the storage was opened elsewhere since","path":"add"},"@id":2}"#,
                #"{"@error":{"code":"eclosed","message":"the core closed before the message was handled"}}"#,
                #"{"@error":{"code":"eclosed","message":"the core closed before the message was handled","path":"add"},"@id":3}"#,
                #"{"@closed":{}}"#,
            ])
        #expect(throws: HostError.self) { try handle.send(#"{"add":"d"}"#) }
        #expect(throws: HostError.self) { try handle.process() }
        try handle.close()
        #expect(bench.take() == [])
        // AND the next opening has what was written
        #expect(try bench.open().call(#"{"@get":{"path":"/all"}}"#).contains(#""value":["a"]"#))
    }

    @Test func `a call of a core whose store was opened elsewhere returns the error`() throws {
        let handle = try bench.open()
        engine.courses = [.fenced(asks: 0)]
        #expect(
            try handle.call(#"{"add":"a"}"#)
                == #"[{"@error":{"code":"efenced","message":"the storage was opened elsewhere since","path":"add"}}]"#)
        #expect(bench.take() == [#"{"@closed":{}}"#])
        try handle.close()
    }

    @Test func `a core whose store was opened elsewhere is closed by a close`() throws {
        let handle = try bench.open()
        engine.courses = [.fenced(asks: 0)]
        try handle.send(#"{"add":"a","@id":1}"#)
        try handle.process()
        try handle.close()
        #expect(bench.take().last == #"{"@closed":{}}"#)
    }

    @Test func `a storage that knows it at once keeps nothing waiting`() throws {
        // GIVEN a storage that signals from within the commit, and from within each answer
        let handle = try bench.open()
        engine.notify = { $0.signal() }
        engine.courses = [.late(asks: 3, isWritten: true), .unknown(asks: 2, isWritten: true)]
        // WHEN
        try handle.send(#"{"add":"a"}"#)
        // THEN
        #expect(try handle.process() == 1)
        #expect(try handle.call(#"{"add":"b"}"#) == #"[{"wasAdded":"b"}]"#)
        try handle.close()
    }

    @Test func `a close keeps its timeout, and says that it is unknown`() throws {
        // GIVEN
        let handle = try bench.open()
        engine.courses = [.never(isWritten: true)]
        try handle.send(#"{"add":"a","@id":1}"#)
        try handle.process()
        // WHEN
        try CoreHandle.close(handle.id, timeout: 5, from: 0)
        // THEN
        #expect(
            bench.take() == [
                #"{"@error":{"code":"estore","message":"the core closed before it was known whether this is written: "#
                    + #"the storage is uncertain; open the store again to see","path":"add"},"@id":1}"#,
                #"{"@closed":{}}"#,
            ])
        let next = try bench.open()
        #expect(
            try next.call(#"{"@get":{"path":"/all"}}"#) == #"[{"@value":{"path":"/all","revision":1,"value":["a"]}}]"#)
        try next.close()
    }

    @Test func `a host that pulls receives what was known before, and the rest later`() throws {
        // GIVEN
        let handle = try bench.open(isPulled: true)
        engine.courses = [.known(isWritten: true), .unknown(asks: 1, isWritten: true)]
        try handle.send(
            #"{"@subscribe":{"path":"/all"}}"#, #"{"add":"a"}"#, #"{"@get":{"path":""}}"#, #"{"add":"b"}"#)
        // WHEN
        try handle.process()
        var first: [String] = []
        while let text = try handle.receive() { first.append(text) }
        // THEN
        #expect(first.contains(#"{"wasAdded":"a"}"#))
        #expect(!first.contains { $0.contains("\"b\"") })
        // WHEN
        bench.signal()
        var rest: [String] = []
        while let text = try handle.receive() { rest.append(text) }
        // THEN
        // An answer belongs to the batch after it.
        #expect(rest.first == #"{"@value":{"path":"","revision":1,"value":{"all":["a"]}}}"#)
        #expect(rest.count == 3 && rest[1] == #"{"wasAdded":"b"}"# && rest[2].contains(#""value":"b""#))
        try handle.close()
    }

    @Test(arguments: [true, false])
    func `a group goes on with its other cores, and with a core once its batch is known`(isWritten: Bool) throws {
        // GIVEN
        let (held, other) = (try bench.open(), try bench.open(isStored: false))
        let group = try CoreGroup.table.add { CoreGroup(id: $0) }
        for core in [held, other] { try group.add(core) }
        let descriptor = try group.fileDescriptor()
        engine.courses = [.unknown(asks: 2, isWritten: isWritten)]
        try held.send(#"{"add":"a","@id":1}"#)
        try other.send(#"{"add":"x"}"#)
        // WHEN
        #expect(try group.process(timeout: 0, from: 0) == 1)
        // THEN
        #expect(bench.take() == [#"{"wasAdded":"x"}"#])
        #expect(!isReadable(descriptor))
        // WHEN a message waits behind the batch, and the storage does not know yet
        try held.send(#"{"add":"b","@id":2}"#)
        #expect(!isReadable(descriptor))
        bench.signal()
        #expect(isReadable(descriptor))
        #expect(try group.process(timeout: 0, from: 0) == 0)
        #expect(!isReadable(descriptor))
        try other.send(#"{"add":"y"}"#)
        #expect(try group.process(timeout: 0, from: 0) == 1)
        #expect(bench.take() == [#"{"wasAdded":"y"}"#])
        // WHEN it knows, as another thread says while the group waits
        Threads.start { [bench] in bench.signal() }
        var count = 0
        while count < 2 { count += try group.process(timeout: -1, from: 0) }
        // THEN
        #expect(bench.take() == [answer(isWritten, "a", id: 1), #"{"wasAdded":"b","@id":2}"#])
        #expect(!isReadable(descriptor))
        try group.close(from: 0)
        for core in [held, other] { try core.close() }
    }

    @Test(arguments: [true, false])
    func `a group receives from its other cores, and from a core once its batch is known`(isWritten: Bool) throws {
        // GIVEN
        let held = try bench.open(isPulled: true)
        let other = try bench.open(isStored: false, isPulled: true)
        let group = try CoreGroup.table.add { CoreGroup(id: $0) }
        for core in [held, other] { try group.add(core) }
        func receive(timeout: Int32 = 0) throws -> String? {
            guard let (core, text) = try group.receive(timeout: timeout, mostBytes: .max, from: 0) else { return nil }
            defer { free(text.pointer) }
            return (core == held.id ? "held " : "other ") + (text.pointer.map { String(cString: $0) } ?? "")
        }
        engine.courses = [.late(asks: 1, isWritten: isWritten)]
        try held.send(#"{"add":"a","@id":1}"#)
        try other.send(#"{"add":"x"}"#)
        // WHEN
        let (first, second) = (try receive(), try receive())
        // THEN
        #expect(first == #"other [{"wasAdded":"x"}]"# && second == nil)
        // WHEN
        Threads.start { [bench] in bench.signal() }
        // THEN
        #expect(try receive(timeout: -1) == "held [\(answer(isWritten, "a", id: 1))]")
        #expect(try receive() == nil)
        try group.close(from: 0)
        for core in [held, other] { try core.close() }
    }
}

/// The answer to a message whose batch was held.
func answer(_ isWritten: Bool, _ word: String, id: Int) -> String {
    isWritten
        ? #"{"wasAdded":"\#(word)","@id":\#(id)}"#
        : #"{"@error":{"code":"estore","message":"the storage has not written it","path":"add"},"@id":\#(id)}"#
}
