import Adit
import Support
import Testing

@testable import TodoCore

@Suite struct JournalMessageTests {
    @Test(arguments: requests + responses)
    func R7_journalMessagesOnTheWire(golden: Golden) throws {
        #expect(try decoded(from: golden.json) == golden.message)
        #expect(try encoded(golden.message) == golden.json)
    }

    private static let id1 = "00000000-0000-4000-8000-000000000001"
    private static let entryJSON = #"{"id":"\#(id1)","text":"Rain","date":"2026-11-21T18:00:00.500Z"}"#
    private static let entry = JournalEntry(id: uuid(1), text: "Rain", date: .evening)

    private static let requests = [
        Golden(.journal(.request(.add(entry: entry))), #"{"journal":{"request":{"add":{"entry":\#(entryJSON)}}}}"#),
        Golden(
            .journal(.request(.edit(id: uuid(1), text: "Sun"))),
            #"{"journal":{"request":{"edit":{"id":"\#(id1)","text":"Sun"}}}}"#),
        Golden(.journal(.request(.delete(id: uuid(1)))), #"{"journal":{"request":{"delete":{"id":"\#(id1)"}}}}"#),
        Golden(.journal(.request(.list(day: .today))), #"{"journal":{"request":{"list":{"day":"2026-11-21"}}}}"#),
    ]

    private static let responses = [
        Golden(
            .journal(.response(.wasAdded(entry))),
            #"{"journal":{"response":{"wasAdded":\#(entryJSON)}}}"#),
        Golden(
            .journal(.response(.wasNotAdded(entry: entry, error: .doubledEntry))),
            #"{"journal":{"response":{"wasNotAdded":{"entry":\#(entryJSON),"error":"doubledEntry"}}}}"#),
        Golden(
            .journal(.response(.wasEdited(entry))),
            #"{"journal":{"response":{"wasEdited":\#(entryJSON)}}}"#),
        Golden(
            .journal(.response(.wasNotEdited(id: uuid(1), error: .unknownEntry))),
            #"{"journal":{"response":{"wasNotEdited":{"id":"\#(id1)","error":"unknownEntry"}}}}"#),
        Golden(
            .journal(.response(.wasDeleted(entry))),
            #"{"journal":{"response":{"wasDeleted":\#(entryJSON)}}}"#),
        Golden(
            .journal(.response(.wasNotDeleted(id: uuid(1), error: .unknownEntry))),
            #"{"journal":{"response":{"wasNotDeleted":{"id":"\#(id1)","error":"unknownEntry"}}}}"#),
        Golden(
            .journal(.response(.wasListed(day: .today, entries: [entry]))),
            #"{"journal":{"response":{"wasListed":{"day":"2026-11-21","entries":[\#(entryJSON)]}}}}"#),
        Golden(
            .journal(.response(.wasListed(day: .today, entries: []))),
            #"{"journal":{"response":{"wasListed":{"day":"2026-11-21","entries":[]}}}}"#),
    ]
}
