import AditHost
import AditJSON
import AditSQLite
import AditState
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditReplay

/// GIVEN an app with secrets in its messages, its state, and its requests to the host.
///
/// All of its secrets contain `hunter` or are the number 90210.
@Suite struct SecretTests {
    private let reports = VaultReports()

    private func stored(at path: String, _ more: String = "") throws -> RecordedCore {
        let with = #""with":{"gateways":{"spare":{"token":"hunter-spare"}}}"#
        let config = #",\#(with),"clock":"virtual","trace":100,"log":"debug","files":{"folder":"/tmp"},"undo":true"#
        return try RecordedCore(
            of: vaultApp(reports),
            config + #","store":{"path":"\#(path)","durability":"normal"\#(more)}"#)
    }

    private func remove(_ path: String) { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }

    private let item =
        #"{"id":1,"name":"bank","key":"hunter-key","pin":90210,"hints":["hunter-hint"],"notes":{"a":"hunter-note"},"codes":["hunter-code"]}"#

    /// A session in which every secret passes.
    private func run(_ core: RecordedCore, _ export: String) throws {
        reports.texts = [""]
        try core.send(#"{"userSignsIn":{"name":"ann","password":"hunter-1"},"@id":1}"#)
        try core.send(#"{"userSignsIn":{"name":"ann","password":"hunter-2"}}"#)
        try core.send(#"{"userAdds":\#(item)}"#, #"{"userRenames":{"_0":1,"_1":"money"}}"#)
        try core.send(#"{"userChanges":{"_0":1,"key":"hunter-key-2"}}"#)
        try core.send(#"{"userAsks":"hunter-question"}"#)
        let id = try #require(core.requests.last)
        try core.send(#"{"@reply":{"effect":"\#(id)","result":{"token":"hunter-token"}}}"#)
        try core.send(#"{"userDefers":"hunter-durable"}"#)
        try core.send(#"{"userFails":"hunter-failure"}"#)
        try core.send(
            #"{"userAsks":"hunter-with","@with":{"gateways":{"host":{"token":"hunter-fixture"}}}}"#)
        try core.send(#"{"@trace":{}}"#, #"{"@stats":{}}"#)
        try core.send(#"{"@export":{"path":"\#(export)","secrets":"masked","replace":true}}"#)
        try core.send(#"{"userForgets":1}"#)
    }

    private func find(_ text: String) -> [String] {
        ["hunter", "90210"].filter { text.contains($0) }
    }

    /// The bytes of a file as text; empty if there is none.
    private func bytes(_ path: String) -> String {
        guard let file = fopen(path, "rb") else { return "" }
        defer { fclose(file) }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func journal(of path: String) throws -> [String] {
        let lines = try AppEntry(vaultApp(), storage: SQLiteEngine()).readLines(Config.Replay(path: path))
        var texts: [String] = []
        while let line = try lines.next() { texts.append(String(decoding: line.text, as: UTF8.self)) }
        return texts
    }

    @Test func `WHEN a session is over THEN only the rows, the records and the trusted host have its secrets`() throws {
        let (path, export) = (temporaryPath(), "adit-vault-\(getpid())-1.json")
        defer {
            remove(path)
            unlink("/tmp/" + export)
        }
        let core = try stored(at: path)
        try run(core, export)
        // THEN the host hears what is meant for it
        #expect(core.heard.contains { $0.hasPrefix(#"{"wasSignedIn":{"token":"sent-hunter-1"}"#) }, "\(core.heard)")
        #expect(core.heard.contains { $0.contains(#""request":{"token":{"for":"hunter-question"}}"#) })
        // and its log, trace and errors have masks
        let told = core.heard.filter {
            $0.contains("@log") || $0.contains("@trace") || $0.contains("@error") || $0.contains("@stats")
        }
        #expect(told.contains { $0.contains("@log") } && told.contains { $0.contains("@trace") })
        #expect(told.contains { $0.contains("@error") } && told.contains { $0.contains("***") })
        #expect(told.flatMap(find).isEmpty, "\(told.filter { !find($0).isEmpty })")
        // and so have analytics, crash reports and dumps
        #expect(reports.texts.count > 8 && reports.texts.contains { $0.contains("***") })
        #expect(reports.texts.flatMap(find).isEmpty, "\(reports.texts.filter { !find($0).isEmpty })")
        // and the export for support
        let exported = bytes("/tmp/" + export)
        #expect(exported.contains(#""@secrets":"masked""#) && exported.contains("money"), "\(core.heard.suffix(3))")
        #expect(find(exported).isEmpty, "\(exported)")
        #expect(find(try core.exported) == ["hunter"])
        // and the recording, while it is written and afterwards
        #expect(find(bytes(core.path)).isEmpty)
        core.close()
        let recording = bytes(core.path)
        #expect(recording.contains("userDefers") && recording.contains(#""masked":["/"#))
        #expect(find(recording).isEmpty, "\(recording.split(separator: "\n").filter { !find(String($0)).isEmpty })")
        // and that of a later opening, which begins with the state and the pending effects
        let later = try stored(at: path)
        later.close()
        let opening = bytes(later.path)
        #expect(opening.contains(#""pending":{"@effect/"#) && opening.contains("@timer/"))
        #expect(find(opening).isEmpty, "\(opening)")
        // and the journal, not the rows
        let lines = try journal(of: path)
        #expect(lines.contains { $0.contains("userDefers") } && lines.contains { $0.contains(#""masked":["/"#) })
        #expect(lines.flatMap(find).isEmpty, "\(lines.filter { !find($0).isEmpty })")
        let file = bytes(path) + bytes(path + "-wal")
        #expect(file.contains("hunter-2") && file.contains("hunter-durable"))
        // and what is neither state nor record is nowhere in the file
        for secret in ["sent-hunter", "hunter-question", "hunter-failure", "hunter-with"] {
            #expect(!file.contains(secret), "\(secret)")
        }
    }

    @Test func `WHEN a recording or a store is replayed THEN masks make no difference`() throws {
        let (path, export) = (temporaryPath(), "adit-vault-\(getpid())-2.json")
        defer {
            remove(path)
            unlink("/tmp/" + export)
        }
        for _ in 1...2 {
            let core = try stored(at: path)
            try run(core, export)
            core.close()
            let report = try replay(vaultApp(), of: core.path)
            #expect(report.difference == nil, "\(report)")
            #expect(report.isComplete)
        }
        let report = try replay(vaultApp(), of: path)
        #expect(report.difference == nil, "\(report)")
    }

    @Test func `WHEN output is redelivered and answered again THEN it is in full`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let keeps = #","redelivery":{},"once":{}"#
        let first = try stored(at: path, keeps)
        reports.texts = [""]
        try first.send(#"{"userSignsIn":{"name":"ann","password":"hunter-1"},"@id":1}"#)
        first.close()
        let second = try stored(at: path, keeps)
        second.drive()
        #expect(second.heard.contains { $0.contains("sent-hunter-1") }, "\(second.heard)")
        try second.send(#"{"userSignsIn":{"name":"ann","password":"hunter-1"},"@id":1}"#)
        #expect(second.heard.contains { $0.contains("sent-hunter-1") && $0.contains(#""@again":true"#) })
        second.close()
        #expect(try journal(of: path).flatMap(find).isEmpty)
    }

    @Test func `WHEN a step is undone THEN it is, unless a secret would have to be restored`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let core = try stored(at: path)
        reports.texts = [""]
        try core.send(#"{"userSignsIn":{"name":"ann","password":"hunter-1"}}"#, #"{"userAdds":\#(item)}"#)
        // WHEN it was added THEN it is removed
        try core.send(#"{"@undo":{}}"#)
        #expect(core.heard.last?.contains("@undone") == true, "\(core.heard)")
        #expect(try core.exported.contains(#""ids":[]"#))
        // WHEN a secret was replaced THEN its value is not known
        try core.send(#"{"@undo":{}}"#)
        #expect(
            core.heard.last?.contains(
                "/profile/password: found a secret, of which the journal has a mask only; it cannot be restored")
                == true, "\(core.heard.suffix(1))")
        #expect(try core.exported.contains(#""password":"hunter-1""#))
        #expect(core.heard.filter { $0.contains("@error") }.flatMap(find).isEmpty)
    }

    @Test func `WHEN a secret is invalid THEN the error does not quote it`() throws {
        let core = try RecordedCore(of: vaultApp(reports), #","log":"debug""#)
        for message in [
            #"{"userSignsIn":{"name":"ann","password":90210}}"#,
            #"{"userSignsIn":{"name":"ann","password":{"hunter":1}}}"#,
            #"{"userAdds":{"id":1,"name":"a","key":"x","pin":"hunter"}}"#,
            #"{"userAdds":{"id":1,"name":"a","key":"x","hints":["hunter",90210]}}"#,
            #"{"userAdds":{"id":1,"name":"a","key":"x","codes":["hunter",90210]}}"#,
        ] {
            do {
                try core.send(message)
                Issue.record("\(message) was taken")
            } catch {
                #expect(find("\(error)").isEmpty, "\(error)")
            }
        }
    }

    @Test func `WHEN an export with masks is imported THEN it is refused`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let core = try stored(at: path)
        do {
            try core.put(#"{"@schema":1,"@secrets":"masked","profile":{},"items":{"ids":[],"entities":{}}}"#)
            Issue.record("it was taken")
        } catch {
            #expect(
                "\(error)"
                    == "@secrets: found a state whose secrets are masked, for support; one with its secrets is expected"
            )
        }
    }

    @Test func `the schema tells secrets`() throws {
        let description = vaultApp().description
        let writer = JSONWriter()
        for definition in description.definitions.all { writer.write(definition.schema) }
        #expect(writer.text.contains(#""password":{"type":"string","x-secret":true}"#), "\(writer.text)")
        #expect(writer.text.contains(#""x-secret":true"#))
    }
}
