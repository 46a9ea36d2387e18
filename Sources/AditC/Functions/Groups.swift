import AditHost
import AditState
import CAdit

// Groups of cores. Each function is documented in adit.h.

@implementation @_cdecl("adit_group_open")
public func adit_group_open(_ out: UnsafeMutablePointer<adit_group>?) -> Int32 {
    out?.pointee = 0
    return answer { () throws(HostError) in
        guard let out else { throw HostError(.invalid, "out is NULL") }
        out.pointee = try CoreGroup.table.add { CoreGroup(id: $0) }.id
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_group_add")
public func adit_group_add(_ group: adit_group, _ core: adit_core) -> Int32 {
    answer { () throws(HostError) in
        try CoreGroup.table.with(group) { (group) throws(HostError) in
            try CoreHandle.table.with(core) { (core) throws(HostError) in try group.add(core) }
        }
        return ADIT_OK
    }
}

@implementation @_cdecl("adit_group_process")
public func adit_group_process(_ group: adit_group, _ timeout_ms: Int32) -> Int32 {
    let frame = CallStack.position
    return answer { () throws(HostError) in
        try check(timeout: timeout_ms)
        return try CoreGroup.table.with(group) { (group) throws(HostError) in
            try group.process(timeout: timeout_ms, from: frame)
        }
    }
}

@implementation @_cdecl("adit_group_receive")
public func adit_group_receive(
    _ group: adit_group, _ timeout_ms: Int32, _ max_bytes: Int, _ core: UnsafeMutablePointer<adit_core>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    let frame = CallStack.position
    core?.pointee = 0
    return answer(out, length) { () throws(HostError) in
        guard let core else { throw HostError(.invalid, "core is NULL") }
        try check(timeout: timeout_ms)
        let received = try CoreGroup.table.with(group) { (group) throws(HostError) in
            try group.receive(timeout: timeout_ms, mostBytes: bound(max_bytes), from: frame)
        }
        guard let received else { throw HostError(.timedOut) }
        core.pointee = received.core
        return received.messages
    }
}

@implementation @_cdecl("adit_group_fd")
public func adit_group_fd(_ group: adit_group) -> Int32 {
    answer { () throws(HostError) in
        Int(try CoreGroup.table.with(group) { (group) throws(HostError) in try group.fileDescriptor() })
    }
}

@implementation @_cdecl("adit_group_close")
public func adit_group_close(_ group: adit_group) -> Int32 {
    let frame = CallStack.position
    return answer { () throws(HostError) in
        try CoreGroup.table.with(group) { (group) throws(HostError) in try group.close(from: frame) }
        return ADIT_OK
    }
}
