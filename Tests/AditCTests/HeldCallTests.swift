import AditReplay
import AditState
import AditTesting
import AditUncertainStorage
import Glibc
import TestSupport
import Testing

@testable import AditC
@testable import AditHost

/// GIVEN a call whose batch the storage does not know to be written WHEN it turns out to be, or not to be THEN all that
/// goes with the batch is as if that had been known at once.
struct HeldCallTests {
    private let bench = HeldBench()
    private var engine: UncertainEngine { bench.engine }

    @Test func `a call returns once its batch is written`() throws {
        // GIVEN a storage that knows it once the core holds the batch, as another thread says
        let handle = try bench.open()
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        engine.notify = { wakeup in
            Threads.start {
                while !handle.core.isHeld { sched_yield() }
                wakeup.signal()
            }
        }
        // WHEN, THEN
        #expect(try handle.call(#"{"add":"a","@id":1}"#, timeout: -1) == #"[{"wasAdded":"a","@id":1}]"#)
        try handle.close()
    }

    @Test func `a call keeps its timeout, and says what happened`() throws {
        // GIVEN
        let handle = try bench.open()
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        // WHEN
        let own = #expect(throws: HostError.self) { try handle.call(#"{"add":"a","@id":1}"#, timeout: 5) }
        let other = #expect(throws: HostError.self) { try handle.call(#"{"add":"b","@id":2}"#, timeout: 5) }
        // THEN
        #expect(own?.code == .timedOut)
        #expect(
            own?.text
                == "the message is handled, but the storage does not know yet whether it is written; its output comes once it is"
        )
        #expect(
            other?.text
                == "the message is not handled: the storage does not know yet whether the batch before it is written")
        // WHEN
        bench.signal()
        try handle.process()
        // THEN
        #expect(bench.take() == [#"{"wasAdded":"a","@id":1}"#])
        #expect(bench.revision == 1)
        try handle.close()
    }

    @Test(arguments: [true, false])
    func `a recording has the batch once it is known, and replays equally`(isWritten: Bool) throws {
        let path = "/tmp/adit-held-\(getpid())-\(UInt64.random(in: 0 ... .max)).recording"
        defer { unlink(path) }
        // GIVEN
        let handle = try bench.open(#","record":"\#(path)""#)
        engine.courses = [.known(isWritten: true), .late(asks: 1, isWritten: isWritten)]
        #expect(try handle.call(#"{"add":"a","@id":1}"#) == #"[{"wasAdded":"a","@id":1}]"#)
        // WHEN
        handle.callInVain(#"{"add":"b","@id":2}"#)
        // THEN
        let before = try entries(of: path)
        #expect(before == ["open", "batch", "message", "batch"])
        // WHEN
        bench.signal()
        #expect(try handle.process() == 1)
        // THEN
        #expect(bench.take() == [answer(isWritten, "b", id: 2)])
        let after = try entries(of: path)
        #expect(after == before + (isWritten ? ["message", "batch"] : ["message", "lost", "batch"]))
        // WHEN
        #expect(try handle.call(#"{"add":"c","@id":3}"#) == #"[{"wasAdded":"c","@id":3}]"#)
        try handle.close()
        // THEN
        let report = try replay(wordsApp, of: path)
        #expect(report.difference == nil)
        #expect(report.isComplete && report.messages == 3)
    }

    /// The kinds of the entries of a recording.
    private func entries(of path: String) throws -> [String] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var kinds: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
            // {"n":1,"open":…
            kinds.append(String(text.split(separator: "\"")[safe: 3] ?? "?"))
        }
        return kinds
    }

    @Test(arguments: [true, false])
    func `an @advance goes on behind a timer whose batch is held`(isWritten: Bool) throws {
        // GIVEN
        let handle = try bench.open(#","clock":"virtual","limits":{"batch":1}"#)
        #expect(try handle.call(#"{"addLater":{"word":"a","milliseconds":1000},"@id":1}"#) == "[]")
        #expect(try handle.call(#"{"addLater":{"word":"b","milliseconds":2000},"@id":2}"#) == "[]")
        engine.courses = [.unknown(asks: 1, isWritten: isWritten)]
        // WHEN
        try handle.send(#"{"@advance":{"by":5000}}"#)
        // THEN
        #expect(try handle.process() == 0)
        // WHEN
        bench.signal()
        try handle.process()
        // THEN
        let first = answer(isWritten, "a", id: 1).replacing(#","path":"add""#, with: "")
        #expect(bench.take() == [first, #"{"wasAdded":"b","@id":2}"#])
        // The time is where the advance ends.
        #expect(try handle.call(#"{"addLater":{"word":"c","milliseconds":1000},"@id":3}"#) == "[]")
        #expect(try handle.call(#"{"@advance":{"by":999}}"#) == "[]")
        #expect(try handle.call(#"{"@advance":{"by":1}}"#) == #"[{"wasAdded":"c","@id":3}]"#)
        try handle.close()
    }

    @Test(arguments: [true, false])
    func `a call of @advance returns what all its batches have put out`(isWritten: Bool) throws {
        // GIVEN an undo history, in which each timer is a batch
        let handle = try bench.open(#","clock":"virtual","undo":true"#)
        for (word, time) in [("a", 1000), ("b", 2000), ("c", 3000)] {
            #expect(try handle.call(#"{"addLater":{"word":"\#(word)","milliseconds":\#(time)}}"#) == "[]")
        }
        engine.courses = [
            .late(asks: 2, isWritten: true), .unknown(asks: 1, isWritten: isWritten), .late(asks: 1, isWritten: true),
        ]
        engine.notify = { wakeup in
            Threads.start {
                while !handle.core.isHeld { sched_yield() }
                wakeup.signal()
            }
        }
        // WHEN
        let answer = try handle.call(#"{"@advance":{"by":5000}}"#, timeout: -1)
        // THEN
        let second =
            isWritten
            ? #"{"wasAdded":"b"}"# : #"{"@error":{"code":"estore","message":"the storage has not written it"}}"#
        #expect(answer == #"[{"wasAdded":"a"},\#(second),{"wasAdded":"c"}]"#)
        #expect(bench.take() == [])
        try handle.close()
    }

    @Test(arguments: [true, false], [true, false])
    func `what was not acknowledged is delivered again, and what is unknown if it is written`(
        isWritten: Bool, isKnown: Bool
    ) throws {
        // GIVEN an answer that is not acknowledged, and a call that is held
        let handle = try bench.open(store: #","redelivery":{}"#)
        #expect(try handle.call(#"{"add":"a","@id":1}"#) == #"[{"wasAdded":"a","@id":1,"@cursor":1}]"#)
        engine.courses = [.unknown(asks: 1, isWritten: isWritten)]
        handle.callInVain(#"{"add":"b","@id":2}"#)
        // WHEN an acknowledgement waits behind it, and the core is killed before or after the storage knows
        try handle.send(#"{"@heard":2}"#)
        #expect(try handle.process() == 0)
        if isKnown {
            bench.signal()
            try handle.process()
            let refusal = #"{"@error":{"code":"emessage","message":"@heard: found 2; a @cursor up to 1 is expected"}}"#
            #expect(
                bench.take()
                    == (isWritten
                        ? [#"{"wasAdded":"b","@id":2,"@cursor":2}"#] : [answer(isWritten, "b", id: 2), refusal]))
        }
        // THEN the acknowledgement of what was heard is written with the next batch, which did not come
        let next = try bench.open(store: #","redelivery":{}"#)
        try next.process()
        var again = [#"{"wasAdded":"a","@id":1,"@cursor":1,"@again":true}"#]
        if isWritten { again.append(#"{"wasAdded":"b","@id":2,"@cursor":2,"@again":true}"#) }
        #expect(bench.take() == again)
        // AND cursors go on
        #expect(
            try next.call(#"{"add":"c"}"#) == #"[{"wasAdded":"c","@cursor":\#(isWritten ? 3 : 2)}]"#)
        try next.close()
        _ = bench.take()
        try handle.close()
    }

    @Test(arguments: [true, false])
    func `an acknowledgement of what was held is kept`(isWritten: Bool) throws {
        // GIVEN
        let handle = try bench.open(store: #","redelivery":{}"#)
        engine.courses = [.late(asks: 1, isWritten: isWritten)]
        handle.callInVain(#"{"add":"a","@id":1}"#)
        bench.signal()
        try handle.process()
        #expect(bench.take().count == 1)
        // WHEN
        #expect(try handle.call(#"{"add":"b","@id":2}"#).contains(#""@cursor":\#(isWritten ? 2 : 1)"#))
        try handle.send(#"{"@heard":1}"#)
        try handle.process()
        try handle.close()
        _ = bench.take()
        // THEN
        let next = try bench.open(store: #","redelivery":{}"#)
        try next.process()
        #expect(bench.take() == (isWritten ? [#"{"wasAdded":"b","@id":2,"@cursor":2,"@again":true}"#] : []))
        try next.close()
    }

    @Test(arguments: [true, false])
    func `a message that is sent again while the first is held is done once`(isWritten: Bool) throws {
        // GIVEN
        let handle = try bench.open(store: #","once":{}"#)
        engine.courses = [.unknown(asks: 1, isWritten: isWritten)]
        // WHEN the call and the messages behind it have the same id
        handle.callInVain(#"{"add":"a","@id":1}"#)
        handle.callInVain(#"{"add":"a","@id":1}"#)
        try handle.send(#"{"add":"a","@id":1}"#, #"{"add":"other","@id":1}"#)
        #expect(try handle.process() == 0)
        bench.signal()
        try handle.process()
        // THEN it is answered again, or handled in the place of the first one
        let other =
            #"{"@error":{"code":"emessage","message":"@id: another message with this id was handled; "#
            + #"an id of its own is expected for each message"},"@id":1}"#
        let second = isWritten ? #"{"wasAdded":"a","@id":1,"@again":true}"# : #"{"wasAdded":"a","@id":1}"#
        #expect(bench.take() == [answer(isWritten, "a", id: 1), second, other])
        #expect(
            try handle.call(#"{"@get":{"path":"/all"}}"#)
                == #"[{"@value":{"path":"/all","revision":1,"value":["a"]}}]"#)
        // AND by the next core
        try handle.close()
        let next = try bench.open(store: #","once":{}"#)
        #expect(try next.call(#"{"add":"a","@id":1}"#) == #"[{"wasAdded":"a","@id":1,"@again":true}]"#)
        try next.close()
    }

    @Test(arguments: [true, false])
    func `a message that is sent again after a kill while it was held is done once`(isWritten: Bool) throws {
        // GIVEN
        let handle = try bench.open(store: #","once":{},"redelivery":{}"#)
        engine.courses = [.never(isWritten: isWritten)]
        handle.callInVain(#"{"add":"a","@id":1}"#)
        // WHEN
        let next = try bench.open(store: #","once":{},"redelivery":{}"#)
        try next.process()
        // THEN
        #expect(bench.take() == (isWritten ? [#"{"wasAdded":"a","@id":1,"@cursor":1,"@again":true}"#] : []))
        #expect(
            try next.call(#"{"add":"a","@id":1}"#)
                == (isWritten
                    ? #"[{"wasAdded":"a","@id":1,"@again":true}]"# : #"[{"wasAdded":"a","@id":1,"@cursor":1}]"#))
        #expect(
            try next.call(#"{"@get":{"path":"/all"}}"#)
                == #"[{"@value":{"path":"/all","revision":1,"value":["a"]}}]"#)
        try next.close()
        _ = bench.take()
        try handle.close()
    }
}

extension Collection {
    /// The element at a position; nil if absent.
    fileprivate subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
