import AditHost
import AditState
import AditTesting
import AditUncertainStorage
import Testing

/// GIVEN a batch that could not be written WHEN the core goes on THEN all that it keeps is as before the batch.
struct LostBatchTests {
    private let engine = UncertainEngine()
    private let failure = #"{"@error":{"code":"estore","message":"the storage has not written it"#

    private func add(_ word: String, _ id: Int) -> String { #"{"add":"\#(word)","@id":\#(id)}"# }
    private func added(_ word: String, _ id: Int) -> String { #"{"wasAdded":"\#(word)","@id":\#(id)}"# }

    // MARK: Messages handled once

    @Test(arguments: [1, 2, 3])
    func `a message that was handled is not handled again, however many messages the lost batch had`(
        _ count: Int
    ) throws {
        // GIVEN two handled messages, which are all that is remembered
        let bench = try WordsBench(engine, #","once":{"count":2}"#)
        #expect(try bench.send(add("a", 1), add("b", 2)) == [added("a", 1), added("b", 2)])
        // WHEN a batch is lost that would have displaced them
        let texts = (0..<count).map { add("c\($0)", 10 + $0) }
        let heard = try bench.send(texts[0], texts.count > 1 ? texts[1] : #"{"@heard":0}"#, fails: true)
        #expect(heard.first?.hasPrefix(failure) == true)
        // THEN both are answered again, also by the next opening
        let again = [
            #"{"wasAdded":"a","@id":1,"@again":true}"#, #"{"wasAdded":"b","@id":2,"@again":true}"#,
        ]
        #expect(try bench.send(add("a", 1), add("b", 2)) == again)
        bench.close()
        let next = try WordsBench(engine, #","once":{"count":2}"#)
        #expect(try next.send(add("a", 1), add("b", 2)) == again)
        #expect(next.core.loop.revision == 2)
        // AND the lost message is handled
        #expect(try next.send(add("c0", 10)) == [added("c0", 10)])
    }

    @Test func `a message that is too old is forgotten once a batch is written`() throws {
        let bench = try WordsBench(engine, #","once":{"seconds":60}"#)
        try bench.send(add("a", 1))
        try bench.send(#"{"@advance":{"by":61000}}"#)
        // WHEN it is displaced by a batch that is lost, and sent again
        let heard = try bench.send(add("a", 1), fails: true)
        #expect(heard.count == 1 && heard[0].hasPrefix(failure))
        // THEN it is handled, once
        #expect(try bench.send(add("a", 1)) == [added("a", 1)])
        #expect(try bench.send(add("a", 1)) == [#"{"wasAdded":"a","@id":1,"@again":true}"#])
    }

    // MARK: Output that is kept

    @Test func `output that is not acknowledged is not dropped for a batch that is lost`() throws {
        // GIVEN output that fills the room
        let store = #","redelivery":{"bytes":120}"#
        let bench = try WordsBench(engine, store)
        let first = try bench.send(add("a", 1))
        let second = try bench.send(add("b", 2))
        #expect(first == [#"{"wasAdded":"a","@id":1,"@cursor":1}"#])
        // WHEN batches are lost that would have needed it
        for _ in 0..<3 { #expect(try bench.send(add("c", 3), add("d", 4), fails: true).count == 2) }
        bench.close()
        // THEN it is delivered again, without a gap
        let next = try WordsBench(engine, store)
        let again = (first + second).map { String($0.dropLast()) + #","@again":true}"# }
        #expect(next.drive() == again)
        // WHEN the batch is written
        #expect(try next.send(add("c", 3), add("d", 4)).count == 2)
        next.close()
        // THEN what it displaced is a gap
        let last = try WordsBench(engine, store)
        #expect(last.drive().first?.hasPrefix(#"{"@gap":{"from":1,"through":"#) == true)
    }

    @Test func `a cursor that was acknowledged beforehand and lost is put out anew`() throws {
        let bench = try WordsBench(engine, #","redelivery":{}"#)
        // GIVEN an acknowledgement of what its own batch puts out, and the batch is lost
        #expect(try bench.send(add("a", 1), #"{"@heard":1}"#, fails: true).first?.hasPrefix(failure) == true)
        // WHEN another message has that cursor
        let heard = try bench.send(add("b", 2))
        #expect(heard == [#"{"wasAdded":"b","@id":2,"@cursor":1}"#])
        bench.close()
        // THEN it is delivered again
        let next = try WordsBench(engine, #","redelivery":{}"#)
        #expect(next.drive() == [#"{"wasAdded":"b","@id":2,"@cursor":1,"@again":true}"#])
    }

    @Test func `delivery acknowledges what an earlier call delivered, and nothing of the present one`() throws {
        let store = #","redelivery":{"acknowledged":"automatic"}"#
        let bench = try WordsBench(engine, store)
        #expect(try bench.send(add("a", 1)).count == 1)
        // WHEN one call delivers several batches, and the process ends in it
        bench.core.beginCall()
        for number in 2...4 {
            var text = add("b", number)
            _ = try text.withUTF8 { try bench.core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
            bench.core.enter()
            while bench.core.handleNext(through: bench.core.lastQueued) {}
            bench.core.endBatch()
            bench.core.leave()
            #expect(bench.deliver().count == 1)
        }
        // THEN all of that call is delivered again, and nothing of the one before
        let next = try WordsBench(engine, store)
        #expect(
            next.drive()
                == (2...4).map { #"{"wasAdded":"b","@id":\#($0),"@cursor":\#($0),"@again":true}"# })
    }

    // MARK: Durable requests

    @Test func `the attempts of a durable request count, whichever batches are lost`() throws {
        // GIVEN a failed attempt, in a batch that is lost, and one more lost batch
        let bench = try WordsBench(engine, "")
        try bench.send(#"{"fetch":"a"}"#)
        try bench.send(#"{"@reply":{"effect":"e1-1","error":"busy"}}"#, add("b", 1), fails: true)
        try bench.send(add("c", 2), fails: true)
        // WHEN a batch is written, and the core is opened again
        try bench.send(add("d", 3))
        bench.close()
        let next = try WordsBench(engine, "")
        _ = next.drive()
        // THEN two attempts are left
        for attempt in 2...4 {
            let heard = try next.send(#"{"@advance":{"by":2000}}"#)
            #expect(heard.contains { $0.contains(#""@effect":{"id":"e1-1""#) } == (attempt < 4), "\(heard)")
            try next.send(#"{"@reply":{"effect":"e1-1","error":"busy"}}"#)
        }
    }

    // MARK: Undo

    @Test func `the messages of a lost batch and those that failed are not named by an undo`() throws {
        let bench = try WordsBench(engine, "", #","undo":true"#)
        // GIVEN a group whose first message is lost, and whose second one fails
        try bench.send(#"{"fetch":"a","@group":"g"}"#, #"{"add":"a","@group":"g"}"#, fails: true)
        try bench.send(#"{"fail":{},"@group":"g"}"#)
        try bench.send(#"{"add":"b","@group":"g"}"#)
        // WHEN it is undone
        let heard = try bench.send(#"{"@undo":{}}"#)
        // THEN
        #expect(
            heard == [
                #"{"@undone":{"revision":2,"undid":{"from":0,"revision":1},"messages":["add"],"effects":[],"canUndo":false,"canRedo":true}}"#
            ])
    }
}
