import Adit
import Support
import Testing

@testable import TodoCore

@Suite struct TodoMessageTests {
    @Test(arguments: requests + responses)
    func R7_todoMessagesOnTheWire(golden: Golden) throws {
        #expect(try decoded(from: golden.json) == golden.message)
        #expect(try encoded(golden.message) == golden.json)
    }

    private static let id1 = "00000000-0000-4000-8000-000000000001"
    private static let plain = #"{"id":"\#(id1)","text":"Hey Ho","completed":false,"created":"2026-11-21T09:30:00Z"}"#
    private static let full = #"""
        {"id":"\#(id1)","text":"Hey Ho","completed":true,"created":"2026-11-21T09:30:00Z",\#
        "due":"2026-11-22T09:30:00Z","alterDate":"2026-11-21T18:00:00.500Z"}
        """#
    private static let item = TodoItem.numbered(1)
    private static let altered = TodoItem.numbered(1, completed: true, due: .nextMorning, alterDate: .evening)

    private static let error = CodableError(name: "unknownList", message: "there is no such list")
    private static let errorJSON = #"{"name":"unknownList","message":"there is no such list"}"#

    private static let requests = [
        Golden(.todo(.request(.add(item: item))), #"{"todo":{"request":{"add":{"item":\#(plain)}}}}"#),
        Golden(.todo(.request(.add(item: altered))), #"{"todo":{"request":{"add":{"item":\#(full)}}}}"#),
        Golden(.todo(.request(.delete(id: uuid(1)))), #"{"todo":{"request":{"delete":{"id":"\#(id1)"}}}}"#),
        Golden(.todo(.request(.check(id: uuid(1)))), #"{"todo":{"request":{"check":{"id":"\#(id1)"}}}}"#),
        Golden(.todo(.request(.uncheck(id: uuid(1)))), #"{"todo":{"request":{"uncheck":{"id":"\#(id1)"}}}}"#),
        Golden(
            .todo(.request(.edit(id: uuid(1), text: "Let's go"))),
            #"{"todo":{"request":{"edit":{"id":"\#(id1)","text":"Let's go"}}}}"#),
        Golden(
            .todo(.request(.schedule(id: uuid(1), due: .nextMorning))),
            #"{"todo":{"request":{"schedule":{"id":"\#(id1)","due":"2026-11-22T09:30:00Z"}}}}"#),
        Golden(
            .todo(.request(.schedule(id: uuid(1), due: nil))), #"{"todo":{"request":{"schedule":{"id":"\#(id1)"}}}}"#),
        Golden(.todo(.request(.import(from: "groceries"))), #"{"todo":{"request":{"import":{"from":"groceries"}}}}"#),
        Golden(
            .todo(.request(.cancelImport(from: "groceries"))),
            #"{"todo":{"request":{"cancelImport":{"from":"groceries"}}}}"#),
        Golden(
            .todo(.request(.finishImport(from: "groceries", result: .success(["Milk"])))),
            #"{"todo":{"request":{"finishImport":{"from":"groceries","result":{"success":["Milk"]}}}}}"#),
        Golden(
            .todo(.request(.finishImport(from: "groceries", result: .failure(error)))),
            #"{"todo":{"request":{"finishImport":{"from":"groceries","result":{"failure":\#(errorJSON)}}}}}"#),
    ]

    private static let responses = [
        Golden(.todo(.response(.wasAdded(item))), #"{"todo":{"response":{"wasAdded":\#(plain)}}}"#),
        Golden(
            .todo(.response(.wasNotAdded(item: item, .doubledItem))),
            #"{"todo":{"response":{"wasNotAdded":{"item":\#(plain),"error":"doubledItem"}}}}"#),
        Golden(.todo(.response(.wasDeleted(item))), #"{"todo":{"response":{"wasDeleted":\#(plain)}}}"#),
        Golden(
            .todo(.response(.wasNotDeleted(id: uuid(1), error: .unknownItem))),
            #"{"todo":{"response":{"wasNotDeleted":{"id":"\#(id1)","error":"unknownItem"}}}}"#),
        Golden(
            .todo(.response(.wasChecked(altered))), #"{"todo":{"response":{"wasChecked":\#(full)}}}"#),
        Golden(
            .todo(.response(.wasNotChecked(id: uuid(1), error: .unknownItem))),
            #"{"todo":{"response":{"wasNotChecked":{"id":"\#(id1)","error":"unknownItem"}}}}"#),
        Golden(
            .todo(.response(.wasUnchecked(item))), #"{"todo":{"response":{"wasUnchecked":\#(plain)}}}"#),
        Golden(
            .todo(.response(.wasNotUnchecked(id: uuid(1), error: .unknownItem))),
            #"{"todo":{"response":{"wasNotUnchecked":{"id":"\#(id1)","error":"unknownItem"}}}}"#),
        Golden(.todo(.response(.wasEdited(item))), #"{"todo":{"response":{"wasEdited":\#(plain)}}}"#),
        Golden(
            .todo(.response(.wasNotEdited(id: uuid(1), error: .emptyText))),
            #"{"todo":{"response":{"wasNotEdited":{"id":"\#(id1)","error":"emptyText"}}}}"#),
        Golden(
            .todo(.response(.wasScheduled(altered))),
            #"{"todo":{"response":{"wasScheduled":\#(full)}}}"#),
        Golden(
            .todo(.response(.wasNotScheduled(id: uuid(1), error: .unknownItem))),
            #"{"todo":{"response":{"wasNotScheduled":{"id":"\#(id1)","error":"unknownItem"}}}}"#),
        Golden(
            .todo(.response(.wereImported([item, altered]))),
            #"{"todo":{"response":{"wereImported":[\#(plain),\#(full)]}}}"#),
        Golden(
            .todo(.response(.wereNotImported(from: "groceries", error: error))),
            #"{"todo":{"response":{"wereNotImported":{"from":"groceries","error":\#(errorJSON)}}}}"#),
        Golden(
            .todo(.response(.importWasCancelled(from: "groceries"))),
            #"{"todo":{"response":{"importWasCancelled":{"from":"groceries"}}}}"#),
        Golden(
            .todo(.response(.importWasNotCancelled(from: "groceries", error: .unknownImport))),
            #"{"todo":{"response":{"importWasNotCancelled":{"from":"groceries","error":"unknownImport"}}}}"#),
    ]
}
