import AditCompatibility
import AditHost
import AditJSON
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

@implementation @_cdecl("adit_catalog_compare")
public func adit_catalog_compare(
    _ old: UnsafePointer<CChar>?, _ old_length: Int, _ new: UnsafePointer<CChar>?, _ new_length: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<adit_error>?
) -> Int32 {
    answer(out, length, error) { () throws(HostError) in
        let old = try json(bytes(old, old_length, named: "old_catalog"))
        let new = try json(bytes(new, new_length, named: "new_catalog"))
        do { return OwnedText(try CatalogComparison(from: old, to: new).text) } catch {
            throw HostError(.invalid, "\(error)")
        }
    }
}

private func json(_ text: UnsafeRawBufferPointer) throws(HostError) -> JSON {
    do throws(JSONFailure) { return try JSONReader.read(text, depth: Depth.deepest) { JSON($0) } } catch {
        throw HostError(error)
    }
}

/// Returns a static text as a C string; Swift stores a NUL after it.
private func memory(of text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
