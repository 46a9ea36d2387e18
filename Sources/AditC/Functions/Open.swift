import AditJSON
import CAdit
import Glibc

// How a core comes and goes. Each function is documented in adit.h.

@implementation @_cdecl("adit_open")
public func adit_open(
    _ abi: UInt32, _ app: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?, _ length: Int, _ fn: adit_message_fn?,
    _ context: UnsafeMutableRawPointer?, _ release: adit_release_fn?, _ out: UnsafeMutablePointer<adit_core>?,
    _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    out?.pointee = 0
    let host = CoreHandle.Host(hear: fn, context: context, release: release)
    let code = answer(error) { () throws(Refusal) in
        guard let out else { throw Refusal(ADIT_EINVAL, "out is NULL") }
        guard abi == UInt32(ADIT_ABI_VERSION) else {
            throw Refusal(ADIT_EABI, "the header's ABI is version \(abi), the library's \(ADIT_ABI_VERSION)")
        }
        guard let app else { throw Refusal(ADIT_EINVAL, "app is NULL") }
        let entry = try AppList.shared.app(String(cString: app))
        let text = try config == nil ? noConfig : bytes(config, length, named: "config")
        out.pointee = try open(entry, config: text, host).id
        return ADIT_OK
    }
    if code != ADIT_OK { release?(context) }
    return code
}

@implementation @_cdecl("adit_close")
public func adit_close(_ core: adit_core, _ timeout_ms: Int32) -> Int32 {
    answer { () throws(Refusal) in
        try check(timeout: timeout_ms)
        try HandleTable.shared.find(core).close(timeout: timeout_ms)
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_free")
public func adit_free(_ pointer: UnsafeMutableRawPointer?) { free(pointer) }

private var noConfig: UnsafeRawBufferPointer {
    let text: StaticString = "{}"
    return UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// Opens a core with the config's text.
private func open(
    _ app: AppEntry, config text: UnsafeRawBufferPointer, _ host: CoreHandle.Host
) throws(Refusal) -> CoreHandle {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: text, depth: Config.Limits.deepest) } catch {
        throw Refusal(error)
    }
    do {
        return try document.withRoot { (root) throws(CodingFailure) in try open(app, config: root, host) }
    } catch {
        throw Refusal(ADIT_ECONFIG, error)
    }
}

private func open(
    _ app: AppEntry, config root: JSONValue, _ host: CoreHandle.Host
) throws(CodingFailure) -> CoreHandle {
    let opening = try Opening(reading: root)
    let buffer = MessageBuffer()
    let core = try AppCore(app.makeCore(opening), opening, buffer: buffer, isPulled: host.hear == nil)
    let handle = HandleTable.shared.add { id in
        CoreHandle(id: id, core: core, buffer: buffer, host: host, outboxLimit: opening.config.limits.outbox)
    }
    core.calls = handle
    return handle
}
