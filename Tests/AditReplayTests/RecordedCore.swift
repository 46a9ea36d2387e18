@testable import AditState
import AditJSON
import AditSQLite
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditReplay
@testable import AditHost

/// A core that is recorded, driven as a host does.
final class RecordedCore {
    let path: String
    private let core: HostedCore
    private(set) var heard: [String] = []

    /// - Parameter config: more members of the config, with a comma before.
    convenience init(_ app: App<WorkshopState, WorkshopMessage> = workshopApp(), _ config: String = "") throws {
        try self.init(of: app, config)
    }

    /// - Parameter gateways: the served gateways, as JSON.
    init<S: State, Message>(
        of app: App<S, Message>, serving gateways: String = #"["host"]"#, _ config: String = ""
    ) throws {
        path = temporaryPath()
        let text = #"{"record":"\#(path)","gateways":\#(gateways)\#(config)}"#
        core = try withJSON(text) { root in
            let opening = try Opening(reading: root, storage: SQLiteEngine())
            let core = try HostedCore(
                AppEntry(app, storage: SQLiteEngine()).makeCore(opening), opening, buffer: MessageBuffer(),
                isPulled: false)
            try core.recorder?.start(in: RecordingFile(#require(opening.config.record)))
            return core
        }
    }

    deinit { unlink(path) }

    var revision: Int { core.loop.revision }

    /// The text of an export.
    var exported: String {
        get throws {
            let (export, writer) = (try core.app.reading.makeExport(), JSONWriter())
            while try export.writeOn(to: writer, bytes: 100) {}
            return writer.text
        }
    }
    /// The ids of the requests that were heard.
    var requests: [String] {
        heard.compactMap { text in
            guard let start = text.firstRange(of: #"{"@effect":{"id":""#) else { return nil }
            return String(text[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    var hasTimers: Bool { core.loop.effects.timers.hasTimers }

    /// Sends messages in one go, and drives.
    func send(_ messages: String...) throws { try send(all: messages) }

    /// Sends a message on behalf of a client.
    func send(_ message: String, of client: String) throws {
        var text = message
        _ = try text.withUTF8 {
            try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil, of: client)
        }
        drive()
    }

    func send(all messages: [String]) throws {
        for message in messages { try queue(message) }
        drive()
    }

    /// Sends a message, and does not drive.
    func queue(_ message: String) throws {
        var text = message
        _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
    }

    /// Replaces the state.
    func put(_ state: String) throws {
        let text = Array(state.utf8)
        let reading = try core.app.reading.makeImport(
            from: { offset, memory in
                let count = min(memory.count, text.count - offset)
                text.withUnsafeBytes {
                    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(count)))
                }
                return count
            }, depth: 64)
        while try reading.readOn(bytes: 1 << 16) {}
        let put = try reading.finish()
        core.enter()
        core.endBatch()
        core.loop.journal?.begin("import") { $0.write("file") }
        core.loop.importState(put, core.hostWriter)
        core.endBatch()
        core.leave()
        core.buffer.truncate(to: 0)
    }

    func drive() {
        core.enter()
        while core.handleNext(through: core.lastQueued) {
            if core.isBatchFull { core.endBatch() }
        }
        core.endBatch()
        while core.isTransferring { core.resumeTransfer() }
        core.leave()
        core.buffer.drain { text, _ in heard.append(String(cString: text)) }
    }

    /// Drives until something was heard.
    func drive(until part: String) {
        while !heard.contains(where: { $0.contains(part) }) { drive() }
    }

    func close() {
        core.enter()
        core.endBatch()
        core.endEffects()
        core.close()
        core.endBatch()
        core.leave()
    }

    /// The lines of the recording.
    func lines() throws -> [String] { try text(of: path).split(separator: "\n").map(String.init) }
}

func temporaryPath() -> String {
    var bytes = Array("/tmp/adit-recording-XXXXXX".utf8CString)
    let descriptor = mkstemp(&bytes)
    close(descriptor)
    unlink(bytes)
    return String(decoding: bytes.dropLast().map(UInt8.init), as: UTF8.self)
}

func text(of path: String) throws -> String {
    let reader = try ImportFile(path, SQLiteEngine())
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: reader.count, alignment: 16)
    defer { memory.deallocate() }
    return String(decoding: memory.prefix(try reader.read(at: 0, into: memory)), as: UTF8.self)
}
