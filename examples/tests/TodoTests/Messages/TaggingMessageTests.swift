import Adit
import Support
import Testing

@testable import TodoCore

@Suite struct TaggingMessageTests {
    @Test(arguments: requests + responses)
    func R7_taggingMessagesOnTheWire(golden: Golden) throws {
        #expect(try decoded(from: golden.json) == golden.message)
        #expect(try encoded(golden.message) == golden.json)
    }

    private static let id1 = "00000000-0000-4000-8000-000000000001"
    private static let id2 = "00000000-0000-4000-8000-000000000002"
    private static let itemJSON =
        #"{"id":"\#(id1)","text":"Hey Ho","completed":false,"created":"2026-11-21T09:30:00Z"}"#
    private static let tagJSON = #"{"id":"\#(id2)","name":"Tag 1","tagged":["\#(id1)"]}"#
    private static let item = TodoItem.numbered(1)
    private static let tag = Tag(id: uuid(2), name: "Tag 1", tagged: [uuid(1)])

    private static let requests = [
        Golden(.tagging(.request(.create(tag: tag))), #"{"tagging":{"request":{"create":{"tag":\#(tagJSON)}}}}"#),
        Golden(.tagging(.request(.delete(id: uuid(2)))), #"{"tagging":{"request":{"delete":{"id":"\#(id2)"}}}}"#),
        Golden(
            .tagging(.request(.tag(item: uuid(1), with: uuid(2)))),
            #"{"tagging":{"request":{"tag":{"item":"\#(id1)","with":"\#(id2)"}}}}"#),
        Golden(
            .tagging(.request(.untag(item: uuid(1), from: uuid(2)))),
            #"{"tagging":{"request":{"untag":{"item":"\#(id1)","from":"\#(id2)"}}}}"#),
    ]

    private static let responses = [
        Golden(
            .tagging(.response(.wasCreated(tag))),
            #"{"tagging":{"response":{"wasCreated":\#(tagJSON)}}}"#),
        Golden(
            .tagging(.response(.wasNotCreated(tag: tag, error: .doubledTag))),
            #"{"tagging":{"response":{"wasNotCreated":{"tag":\#(tagJSON),"error":"doubledTag"}}}}"#),
        Golden(
            .tagging(.response(.wasDeleted(tag))),
            #"{"tagging":{"response":{"wasDeleted":\#(tagJSON)}}}"#),
        Golden(
            .tagging(.response(.wasNotDeleted(id: uuid(2), error: .unknownTag))),
            #"{"tagging":{"response":{"wasNotDeleted":{"id":"\#(id2)","error":"unknownTag"}}}}"#),
        Golden(
            .tagging(.response(.wasTagged(item, with: tag))),
            #"{"tagging":{"response":{"wasTagged":{"_0":\#(itemJSON),"with":\#(tagJSON)}}}}"#),
        Golden(
            .tagging(.response(.wasNotTagged(item: uuid(1), with: uuid(2), error: .unknownTag))),
            #"{"tagging":{"response":{"wasNotTagged":{"item":"\#(id1)","with":"\#(id2)","error":"unknownTag"}}}}"#),
        Golden(
            .tagging(.response(.wasUntagged(item, from: tag))),
            #"{"tagging":{"response":{"wasUntagged":{"_0":\#(itemJSON),"from":\#(tagJSON)}}}}"#),
        Golden(
            .tagging(.response(.wasNotUntagged(item: uuid(1), from: uuid(2), error: .unknownItem))),
            #"{"tagging":{"response":{"wasNotUntagged":{"item":"\#(id1)","from":"\#(id2)","error":"unknownItem"}}}}"#),
    ]
}
