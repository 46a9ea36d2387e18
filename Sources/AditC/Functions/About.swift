import AditHost
import CAdit

// Versions, error texts and the catalog. Each function is documented in adit.h.

@implementation @_cdecl("adit_abi_version")
public func adit_abi_version() -> UInt32 { UInt32(ADIT_ABI_VERSION) }

@implementation @_cdecl("adit_version")
public func adit_version() -> UnsafePointer<CChar>? { memory(of: "0.1.0") }

@implementation @_cdecl("adit_strerror")
public func adit_strerror(_ code: Int32) -> UnsafePointer<CChar>? { memory(of: sentence(for: Int(code))) }

@implementation @_cdecl("adit_catalog")
public func adit_catalog(
    _ app: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let out else { return Int32(ADIT_EINVAL) }
    return answer(out, length) { () throws(HostError) in
        guard let app else { return OwnedText(AppList.shared.catalog) }
        return try OwnedText(AppList.shared.app(String(cString: app)).catalog)
    }
}

/// Returns a static text as a C string; Swift stores a NUL after it.
private func memory(of text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
