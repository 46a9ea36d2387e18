import Adit
import AditHost
import AditJSON
import AditReplay
import AditState
import CAdit

// Opening and closing a core. Each function is documented in adit.h.

@implementation @_cdecl("adit_open")
public func adit_open(
    _ abi: UInt32, _ app: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?, _ length: Int, _ fn: adit_message_fn?,
    _ context: UnsafeMutableRawPointer?, _ release: adit_release_fn?, _ out: UnsafeMutablePointer<adit_core>?,
    _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    out?.pointee = 0
    let host = CoreHandle.Host(hear: fn, context: context, release: release)
    var verdict: String?
    let code = answer(error) { () throws(HostError) in
        guard let out else { throw HostError(.invalid, "out is NULL") }
        guard abi == UInt32(ADIT_ABI_VERSION) else {
            throw HostError(.abi, "the header's ABI is version \(abi), the library's \(ADIT_ABI_VERSION)")
        }
        guard let app else { throw HostError(.invalid, "app is NULL") }
        let entry = try AppList.shared.app(String(cString: app))
        let text = try config == nil ? noConfig : bytes(config, length, named: "config")
        switch try open(entry, config: text, host) {
        case .core(let core): out.pointee = core.id
        case .verdict(let text): verdict = text
        }
        return ADIT_OK
    }
    if let verdict { error?.set(verdict) }
    if verdict != nil || code != ADIT_OK { release?(context) }
    return code
}

@implementation @_cdecl("adit_close")
public func adit_close(_ core: adit_core, _ timeout_ms: Int32) -> Int32 {
    let frame = CallStack.position
    return answer { () throws(HostError) in
        try check(timeout: timeout_ms)
        try CoreHandle.close(core, timeout: timeout_ms, from: frame)
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_free")
public func adit_free(_ pointer: UnsafeMutableRawPointer?) { Memory.free(pointer) }

private var noConfig: UnsafeRawBufferPointer {
    let text: StaticString = "{}"
    return UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// The result of opening a core.
private enum Opened {
    case core(CoreHandle)
    /// The report of a check or repair of the store; no core was opened.
    case verdict(String)
}

/// Opens a core with the config's text.
private func open(
    _ app: AppEntry, config text: UnsafeRawBufferPointer, _ host: CoreHandle.Host
) throws(HostError) -> Opened {
    let opened: Result<Opened, HostError>
    do throws(JSONFailure) {
        // An error of the text comes before those of its config, and before anything is opened.
        opened = try JSONReader.readChecked(text, depth: Depth.deepest) { root in
            Result { () throws(HostError) in try open(app, config: root, host) }
        }
    } catch {
        throw HostError(error)
    }
    return try opened.get()
}

private func open(_ app: AppEntry, config root: JSONReader, _ host: CoreHandle.Host) throws(HostError) -> Opened {
    let opening: Opening
    do { opening = try Opening(reading: root, storage: app.engine) } catch { throw HostError(.config, error) }
    try app.check(expectationsIn: root)
    if let store = opening.config.store, !store.opensCore { return .verdict(try app.check(store)) }
    if opening.config.delivery == .batches, host.hear == nil {
        throw HostError(.config, "delivery: found \"batches\" without a callback; one is expected, or adit_receive_all")
    }
    let buffer = MessageBuffer()
    let core: HostedCore
    if let source = opening.config.replay {
        let replay = try Replay(app, source)
        core = try make(app, app.makeShowcase(opening), opening, buffer, host)
        core.begin(ReplayTransfer(replay, showing: core.app, scenario: opening.config.scenario))
    } else if let origin = opening.config.fork?.core {
        core = try openFork(app, of: origin.value, opening, buffer, host)
    } else if let record = opening.config.record {
        core = try openRecorded(app, record, opening, buffer, host)
    } else {
        core = try make(app, app.makeCore(opening), opening, buffer, host)
    }
    let handle = try CoreHandle.table.add { id in
        CoreHandle(id: id, core: core, buffer: buffer, host: host, opening.config)
    }
    core.calls.owner = handle
    return .core(handle)
}

private func make(
    _ app: AppEntry, _ core: RunningApp, _ opening: Opening, _ buffer: MessageBuffer, _ host: CoreHandle.Host
) throws(HostError) -> HostedCore {
    let core = try HostedCore(core, opening, buffer: buffer, isPulled: host.hear == nil)
    core.reportTraps(of: app.name)
    return core
}

/// Opens a core with the state of another one, which this thread drives meanwhile.
private func openFork(
    _ app: AppEntry, of origin: Int, _ opening: Opening, _ buffer: MessageBuffer, _ host: CoreHandle.Host
) throws(HostError) -> HostedCore {
    let frame = CallStack.position
    return try CoreHandle.table.with(adit_core(origin)) { (handle) throws(HostError) in
        let drive = try handle.beginDriving(from: frame)
        defer { handle.endDriving(drive) }
        guard !handle.core.isHeld else {
            throw HostError(.busy, "fork.core: it is not known yet whether the last batch of that core is written")
        }
        var opening = opening
        opening.origin = handle.core.app
        return try make(app, app.makeCore(opening), opening, buffer, host)
    }
}

/// Opens a core that is recorded. If that fails, the recording is removed.
private func openRecorded(
    _ app: AppEntry, _ record: Config.Record, _ opening: Opening, _ buffer: MessageBuffer, _ host: CoreHandle.Host
) throws(HostError) -> HostedCore {
    let recorder: RecordingFile
    do { recorder = try RecordingFile(record) } catch { throw HostError(error) }
    do {
        let core = try make(app, app.makeCore(opening), opening, buffer, host)
        try core.recorder?.start(in: recorder)
        return core
    } catch {
        recorder.remove()
        throw error
    }
}
