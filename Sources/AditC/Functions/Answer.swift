import AditHost
import AditJSON
import CAdit

// Argument checks and results of the functions of the C interface.

/// Returns the bytes of a text that a host passes.
///
/// - Throws: ``HostError`` `ADIT_EINVAL` if it is NULL.
func bytes(_ text: UnsafePointer<CChar>?, _ length: Int, named name: String) throws(HostError) -> UnsafeRawBufferPointer
{
    guard let text else { throw HostError(.invalid, "\(name) is NULL") }
    // ADIT_NTS, as Swift sees a size_t.
    guard length != -1 else { return UnsafeRawBufferPointer(start: text, count: Memory.length(of: text)) }
    guard length >= 0 else { throw HostError(.invalid, "the length of \(name) is over SSIZE_MAX") }
    return UnsafeRawBufferPointer(start: text, count: length)
}

/// Returns the name of a client.
///
/// - Throws: ``HostError`` `ADIT_EINVAL` if it is NULL, empty, over 255 bytes or not UTF-8.
func name(ofClient text: UnsafePointer<CChar>?) throws(HostError) -> String {
    guard let text else { throw HostError(.invalid, "client is NULL") }
    let count = UnsafeBufferPointer(start: text, count: 256).firstIndex(of: 0) ?? 256
    guard (1...255).contains(count) else {
        let found = count == 0 ? "is empty" : "has over 255 bytes"
        throw HostError(.invalid, "client \(found); a name of 1 to 255 bytes is expected")
    }
    guard let name = String(validatingCString: text) else { throw HostError(.invalid, "client is not UTF-8") }
    return name
}

/// Checks a timeout.
///
/// - Throws: ``HostError`` `ADIT_EINVAL` if it is under -1.
func check(timeout: Int32) throws(HostError) {
    guard timeout >= -1 else { throw HostError(.invalid, "the timeout is \(timeout) ms; -1 or more is expected") }
}

/// The size limit that a host passes: 0, or a size_t over SSIZE_MAX (negative in Swift), is no limit.
func bound(_ bytes: Int) -> Int { bytes > 0 ? bytes : .max }

/// Runs a function's body.
///
/// - Returns: its result, or the code of the error that it threw, whose details are in `report`.
func answer(_ report: UnsafeMutablePointer<adit_error>? = nil, _ body: () throws(HostError) -> Int) -> Int32 {
    do {
        let result = try body()
        report?.clear()
        return Int32(clamping: result)
    } catch {
        report?.fill(error)
        return Int32(error.code.number)
    }
}

/// Runs a function's body, and hands the resulting text over to the host.
///
/// - Returns: `ADIT_OK`, or the code of the error that it threw; `out` is NULL then.
func answer(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ report: UnsafeMutablePointer<adit_error>? = nil, _ body: () throws(HostError) -> OwnedText
) -> Int32 {
    out?.pointee = nil
    length?.pointee = 0
    return answer(report) { () throws(HostError) in
        guard let out else { throw HostError(.invalid, "out is NULL") }
        let text = try body()
        guard let pointer = text.pointer else { throw HostError(.memory) }
        out.pointee = pointer
        length?.pointee = text.count
        return ADIT_OK
    }
}
