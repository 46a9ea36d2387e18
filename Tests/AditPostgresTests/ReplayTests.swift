import AditJSON
import AditState
import AditUncertainStorage
import Glibc
import TestSupport
import Testing

@testable import AditHost
@testable import AditPostgres
@testable import AditReplay

/// GIVEN the journal of a core in a database WHEN it is replayed THEN everything comes out as it was.
extension PostgresTests {
    private var engine: PostgresEngine<UncertainEngine> { PostgresEngine(files: UncertainEngine()) }

    /// Opens a core, adds items, and closes it.
    private func fill(_ core: String) throws {
        let bench = CoreBench()
        let handle = try bench.open(core)
        for id in ["a", "b", "c"] {
            try handle.send(#"{"add":"\#(id)","@id":"\#(id)"}"#)
            try handle.drive()
        }
        try handle.close()
        #expect(bench.take().count == 4)
    }

    @Test func `GIVEN a core in a database WHEN its journal is replayed THEN it comes out the same`() throws {
        try fill("replayed")
        let report = try replay(todoApp, of: cluster.address, core: "replayed", storage: engine)
        #expect(report.difference == nil)
        #expect(report.messages == 3)
        #expect(report.revision == 3)
        // It was not taken from a host.
        #expect(try cluster.run("SELECT epoch FROM adit.core WHERE name = 'replayed'") == "1")
    }

    @Test func `GIVEN a core in a database WHEN a scenario is made of its journal THEN it has its messages`() throws {
        try fill("told")
        let path = "/tmp/adit-told-\(getpid()).json"
        unlink(path)
        defer { unlink(path) }
        let source = try withJSON(#"{"postgres":"\#(cluster.address)","core":"told"}"#) {
            try Config.Replay(reading: $0)
        }
        try writeScenario(AppEntry(todoApp, storage: engine), of: source, to: path)
        let text = try #require(read(path))
        #expect(text.contains(#"{"add":"a","@id":"a"}"#) && text.contains(#""wasAdded":"c""#))
    }

    private func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test func `GIVEN an altered journal WHEN it is replayed THEN it is refused, with the row`() throws {
        try fill("altered journal")
        try cluster.run("UPDATE adit.journal SET entries = replace(entries, 'b', 'x') WHERE core = 'altered journal'")
        let failure = #expect(throws: ReplayError.self) {
            _ = try replay(todoApp, of: cluster.address, core: "altered journal", storage: engine)
        }
        #expect(failure?.description.hasSuffix("of its journal is not as it was written") == true)
    }

    @Test func `GIVEN no such core WHEN it is replayed THEN it is refused`() throws {
        let failure = #expect(throws: ReplayError.self) {
            _ = try replay(todoApp, of: cluster.address, core: "nowhere", storage: engine)
        }
        #expect(failure?.description.contains(#"the core "nowhere" is not in postgresql://"#) == true)
    }
}
