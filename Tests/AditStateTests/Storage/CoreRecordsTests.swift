import AditJSON
import Testing

@testable import AditState

/// GIVEN records of several kinds WHEN those of a kind are asked for THEN they are in the order of their names' bytes.
struct CoreRecordsTests {
    @Test func `names of combining marks are compared at once`() {
        // In the square of their number, they would take hours.
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000_000)
        let records = CoreRecords(["@outbox/2": [2], "@heard": [0], "@outbox/1": [1]])
        for name in ["@" + marks, "@outbox/1" + marks, "@outbox/" + marks] { records.put([3], name) }
        records.commit()
        #expect(records.all("@outbox/").map(\.text) == [[1], [3], [2], [3]])
        #expect(records.text("@" + marks) == [3])
        records.remove("@" + marks)
        records.commit()
        #expect(records.text("@" + marks) == nil)
    }
}
