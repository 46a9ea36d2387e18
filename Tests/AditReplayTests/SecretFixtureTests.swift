import AditHost
import AditJSON
import AditSQLite
import AditState
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditReplay

/// GIVEN a store and a recording with secrets, which an older version has written (`Tests/Compatibility`).
@Suite struct SecretFixtureTests {
    private static let folder = #filePath.replacing("AditReplayTests/SecretFixtureTests.swift", with: "Compatibility/")
    private static let config =
        #","clock":"virtual","with":{"gateways":{"spare":{"token":"hunter-spare"}}},"undo":true"#

    private func open(_ path: String) throws -> RecordedCore {
        try RecordedCore(
            of: vaultApp(), Self.config + #","store":{"path":"\#(path)","durability":"normal"}"#)
    }

    private func copy(_ path: String, to place: String) throws {
        for suffix in ["", "-wal", "-head"] {
            guard let from = fopen(path + suffix, "rb") else { continue }
            defer { fclose(from) }
            let to = try #require(fopen(place + suffix, "wb"))
            defer { fclose(to) }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = fread(&chunk, 1, chunk.count, from), count > 0 { fwrite(chunk, 1, count, to) }
        }
    }

    private func remove(_ path: String) { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "wb"))
        fputs(text, file)
        fclose(file)
    }

    /// What the fixtures are made by: `ADIT_MAKE_FIXTURES=5bbffbe swift test --filter SecretFixtureTests`.
    @Test(.enabled(if: getenv("ADIT_MAKE_FIXTURES") != nil))
    func `WHEN it is asked for THEN the fixtures of this version are written`() throws {
        let folder = Self.folder + String(cString: getenv("ADIT_MAKE_FIXTURES")) + "/secrets/"
        try #require(mkdir(folder, 0o755) == 0, "\(folder)")
        let path = temporaryPath()
        defer { remove(path) }
        let core = try open(path)
        try core.send(#"{"userSignsIn":{"name":"ann","password":"hunter-1"},"@id":1}"#)
        try core.send(
            #"{"userAdds":{"id":1,"name":"bank","key":"hunter-key","pin":90210,"hints":["hunter-hint"],"notes":{"a":"hunter-note"},"codes":["hunter-code"]}}"#
        )
        try core.send(#"{"userChanges":{"_0":1,"key":"hunter-key-2"}}"#)
        try core.send(#"{"userAsks":"hunter-question"}"#)
        let id = try #require(core.requests.last)
        try core.send(#"{"@reply":{"effect":"\#(id)","result":{"token":"hunter-token"}}}"#)
        try core.send(#"{"userDefers":"hunter-durable"}"#)
        try write(core.exported, to: folder + "state.json")
        try copy(path, to: folder + "killed.store")
        core.close()
        try copy(core.path, to: folder + "x.recording")
        try copy(path, to: folder + "closed.store")
    }

    @Test(arguments: ["5bbffbe"], ["closed", "killed"])
    func `WHEN the store is opened THEN its secrets and what waits are there`(version: String, end: String) throws {
        let folder = Self.folder + version + "/secrets/"
        let path = temporaryPath()
        defer { remove(path) }
        try copy(folder + end + ".store", to: path)
        // WHEN
        let core = try open(path)
        core.drive()
        // THEN
        #expect(try core.exported == text(of: folder + "state.json"))
        #expect(
            core.heard == [
                #"{"@effect":{"id":"e1-2","gateway":"host","request":{"token":{"for":"hunter-durable"}}}}"#
            ])
        // THEN a durable request can be answered, and a step without a secret undone
        try core.send(#"{"@reply":{"effect":"e1-2","result":{"token":"hunter-new"}}}"#)
        #expect(try core.exported.contains("hunter-new"))
        core.close()
    }

    // Rows of the first format have no checksums: what is damaged is read, and named.
    @Test(arguments: [#"/token"hunter-token""#, #""hunter-key-2""#])
    func `WHEN a store of the first format is damaged THEN what is said of it has no secret`(text: String) throws {
        // GIVEN a secret whose last quote is another character
        let (path, new) = (temporaryPath(), temporaryPath())
        defer {
            remove(path)
            remove(new)
        }
        try copy(Self.folder + "5bbffbe/secrets/format-1.store", to: path)
        let file = try #require(fopen(path, "r+b"))
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        let place = try #require(bytes[..<count].firstRange(of: Array(text.utf8))?.upperBound)
        fseek(file, place - 1, SEEK_SET)
        fputc(0x78, file)
        fclose(file)

        // WHEN it is repaired, checked and opened
        let entry = AppEntry(vaultApp(), storage: SQLiteEngine())
        let coding = StateCoding<VaultState>.generated()
        var texts: [String] = []
        let repair = try SQLiteStorage.repair(path, to: new, app: "vault") { try coding.failures($0) }
        texts += ["\(repair)"] + repair.failures.map(\.description)
        let verdict = try SQLiteStorage.check(path, app: "vault") { try coding.failures($0) }
        texts.append("\(verdict)")
        for store in [#""path":"\#(path)""#, #""path":"\#(path)","repair":"\#(new).again""#] {
            let config = #"{"store":{\#(store)}}"#
            let error = #expect(throws: HostError.self) {
                try withJSON(config) { root in
                    let opening = try Opening(reading: root, storage: SQLiteEngine())
                    let store = try #require(opening.config.store)
                    if store.repair != nil { throw HostError(.schema, try entry.check(store)) }
                    _ = try entry.makeCore(opening)
                }
            }
            texts.append(error?.text ?? "")
        }
        remove(new + ".again")

        // THEN
        #expect(texts.contains { $0.contains("found what is no JSON: ") }, "\(texts)")
        #expect(!texts.joined().contains("hunter"), "\(texts)")
    }

    @Test(arguments: ["5bbffbe"])
    func `WHEN the recording is replayed THEN it is equal`(version: String) throws {
        let path = Self.folder + version + "/secrets/x.recording"
        let recorded = try text(of: path)
        #expect(recorded.contains("***") && !recorded.contains("hunter") && !recorded.contains("90210"))
        let report = try replay(vaultApp(), of: path)
        #expect(report.difference == nil)
        #expect(report.isComplete)
    }
}
