import CAdit
import Glibc

/// An Adit library that is loaded while the program runs.
///
/// ```swift
/// let library = try Library(path: "build/lib/libadit_cores.so")
/// print(try library.catalog(of: "todo"))
/// ```
///
/// It stays loaded until the process ends: a Swift runtime cannot be unloaded. Any thread.
public struct Library: Sendable {
    /// The path that it was loaded by.
    public let path: String
    /// Its functions.
    public let functions: LibraryFunctions

    /// Loads a library; none of its symbols is visible to others.
    ///
    /// - Parameter path: the file. A name without a `/` is looked for in the working directory, and then in the folders
    ///   of the system.
    /// - Throws: ``LibraryError`` if it is not an Adit library of this version of the interface.
    public init(path: String) throws(LibraryError) {
        // An empty path would load the program itself.
        guard !path.isEmpty else { throw LibraryError("found an empty path; that of an Adit library is expected") }
        let isLocal = !path.utf8.contains(UInt8(ascii: "/")) && access(path, F_OK) == 0
        guard let handle = dlopen(isLocal ? "./" + path : path, RTLD_NOW | RTLD_LOCAL) else {
            throw LibraryError(String(cString: dlerror()), loading: path)
        }
        functions = try LibraryFunctions(handle, of: path)
        let version = functions.abiVersion()
        guard version == ADIT_ABI_VERSION else {
            throw LibraryError("\(path): its interface is of version \(version); \(ADIT_ABI_VERSION) is expected")
        }
        self.path = path
    }

    /// Adit's version in the library, such as `0.1.0`.
    public var version: String { String(cString: functions.version()) }

    /// Returns a code in words.
    public func text(of code: ErrorCode) -> String { String(cString: functions.strerror(code.rawValue)) }

    /// Describes an app by a JSON Schema, or lists the apps with their versions and hashes.
    ///
    /// - Parameter app: the app's name; nil for the list.
    /// - Throws: ``CoreError``: `eapp`, `enomem`.
    public func catalog(of app: String? = nil) throws(CoreError) -> String {
        var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        let code = functions.catalog(app, &text, &length)
        return try take(text, length, code, nil)
    }

    /// Compares two catalogs of an app, as `adit_catalog_compare` does.
    ///
    /// - Throws: ``CoreError``: `einval`, `ejson`, `enomem`; `eabi` if the library is too old to compare.
    public func compare(old: String, new: String) throws(CoreError) -> String {
        guard let compare = functions.catalogCompare else {
            throw CoreError(.abi, "the library has no adit_catalog_compare")
        }
        var (text, length, error): (UnsafeMutablePointer<CChar>?, Int, adit_error) = (nil, 0, adit_error())
        let code = compare(old, old.utf8.count, new, new.utf8.count, &text, &length, &error)
        return try take(text, length, code, error)
    }

    /// Copies a text that a function returned, and frees it.
    func take(
        _ text: UnsafeMutablePointer<CChar>?, _ length: Int, _ code: Int32, _ error: adit_error?
    ) throws(CoreError) -> String {
        try check(code, error)
        defer { functions.free(text) }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : length), as: UTF8.self)
    }

    /// - Throws: ``CoreError`` with the error's text, or that of the code, unless the code is a success.
    func check(_ code: Int32, _ error: adit_error? = nil) throws(CoreError) {
        guard code < 0 else { return }
        let words = error.map(CoreError.text) ?? ""
        let offset = error.flatMap { $0.offset == UInt32.max ? nil : Int($0.offset) }
        throw CoreError(ErrorCode(code), words.isEmpty ? text(of: ErrorCode(code)) : words, offset: offset)
    }
}
