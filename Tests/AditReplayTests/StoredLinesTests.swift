import Glibc
import Testing

@testable import AditReplay

/// GIVEN a store whose journal does not reach back to an opening WHEN it is replayed THEN the error says why.
@Suite struct StoredLinesTests {
    /// The error of a replay of a store.
    ///
    /// - Parameter run: a session with the store.
    private func refusal(_ more: String = "", _ run: (RecordedCore) throws -> Void) throws -> String {
        let path = temporaryPath()
        defer { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }
        let core = try RecordedCore(
            workshopApp(), #","store":{"path":"\#(path)","durability":"normal"\#(more)}"#)
        try run(core)
        core.close()
        let error = #expect(throws: ReplayError.self) { try replay(workshopApp(), of: path) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix(path + ": its journal does not reach back to an opening; "), "\(text)")
        return text
    }

    @Test func `WHEN the retention is the reason THEN a larger one is advised`() throws {
        let text = try refusal(#","retention":{"bytes":2000}"#) { core in
            for number in 1...40 { try core.send(#"{"add":"\#(number)"}"#) }
        }
        #expect(text.hasSuffix("; a larger retention would let it"), "\(text)")
    }

    @Test func `WHEN an import is the reason THEN it is named`() throws {
        let text = try refusal { core in
            try core.send(#"{"add":"one"}"#)
            try core.put(#"{"@schema":1,"words":["imported"],"beats":0}"#)
        }
        #expect(text.hasSuffix(" is an import, of whose changes the journal has nothing"), "\(text)")
        #expect(!text.contains("retention"), "\(text)")
    }

    @Test func `WHEN a gap is the reason THEN it is named`() throws {
        // More entries without changes than wait for a batch with some.
        let long = String(repeating: "x", count: 100_000)
        let text = try refusal { core in
            for _ in 1...12 { try core.send(#"{"said":"\#(long)"}"#) }
            try core.send(#"{"add":"one"}"#)
        }
        #expect(text.hasSuffix(" is a gap: more entries waited for a batch than are kept"), "\(text)")
        #expect(!text.contains("retention"), "\(text)")
    }
}
