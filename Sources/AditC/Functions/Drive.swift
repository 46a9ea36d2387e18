import AditHost
import AditState
import CAdit

// Sending, driving and receiving. Each function is documented in adit.h.

@implementation @_cdecl("adit_send")
public func adit_send(
    _ core: adit_core, _ json: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    answer(error) { () throws(HostError) in
        try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.send(bytes(json, length, named: "json"))
        }
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_submit")
public func adit_submit(
    _ core: adit_core, _ client: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    answer(error) { () throws(HostError) in
        try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.send(bytes(json, length, named: "json"), of: name(ofClient: client))
        }
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_process")
public func adit_process(_ core: adit_core, _ timeout_ms: Int32) -> Int32 {
    let frame = CallStack.position
    return answer { () throws(HostError) in
        try check(timeout: timeout_ms)
        return try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.process(timeout: timeout_ms, from: frame)
        }
    }
}

@implementation @_cdecl("adit_receive")
public func adit_receive(
    _ core: adit_core, _ timeout_ms: Int32, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    let frame = CallStack.position
    return answer(out, length) { () throws(HostError) in
        try check(timeout: timeout_ms)
        let text = try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.receive(timeout: timeout_ms, from: frame)
        }
        guard let text else { throw HostError(.timedOut) }
        return text
    }
}

@implementation @_cdecl("adit_receive_all")
public func adit_receive_all(
    _ core: adit_core, _ timeout_ms: Int32, _ max_bytes: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    let frame = CallStack.position
    return answer(out, length) { () throws(HostError) in
        try check(timeout: timeout_ms)
        let array = try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.receiveAll(timeout: timeout_ms, mostBytes: bound(max_bytes), from: frame)
        }
        guard let array else { throw HostError(.timedOut) }
        return array
    }
}

@implementation @_cdecl("adit_call")
public func adit_call(
    _ core: adit_core, _ json: UnsafePointer<CChar>?, _ length: Int, _ timeout_ms: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ out_length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    let frame = CallStack.position
    return answer(out, out_length, error) { () throws(HostError) in
        try check(timeout: timeout_ms)
        return try CoreHandle.table.with(core) { (handle) throws(HostError) in
            try handle.call(bytes(json, length, named: "json"), timeout: timeout_ms, from: frame)
        }
    }
}

@implementation @_cdecl("adit_fd")
public func adit_fd(_ core: adit_core) -> Int32 {
    answer { () throws(HostError) in
        Int(try CoreHandle.table.with(core) { (handle) throws(HostError) in try handle.descriptor() })
    }
}

@implementation @_cdecl("adit_wakeup")
public func adit_wakeup(_ core: adit_core) -> Int32 {
    answer { () throws(HostError) in
        try CoreHandle.table.with(core) { $0.wakeUp() }
        return ADIT_OK
    }
}
