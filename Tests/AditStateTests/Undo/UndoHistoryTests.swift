import Testing

@testable import AditState

/// GIVEN a batch with requests WHEN it is lost THEN the history has those of the batches before alone.
struct UndoHistoryTests {
    @Test func `many requests in a lost batch`() {
        let history = UndoHistory()
        let mark = history.mark(group: nil, of: nil)
        history.begin(mark, message: "ask")
        history.record(UndoMark.Request(effect: "e1", gateway: "http"), of: mark)
        history.commit()
        history.begin(mark)
        // In the square of their number, they would take minutes.
        for number in 2..<50_000 {
            history.record(UndoMark.Request(effect: "e\(number)", gateway: "http"), of: mark)
        }
        history.rollBack()
        #expect(mark.requests.map(\.effect) == ["e1"])
    }
}
