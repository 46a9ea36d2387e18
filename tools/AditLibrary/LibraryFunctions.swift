import CAdit
import Glibc

/// The functions of `adit.h`, found in a library that was loaded while the program runs.
///
/// Each does what the header says of it. Those that are optional were added after the first version of the interface; a
/// library of that version lacks them. Any thread.
public struct LibraryFunctions: Sendable {
    /// A text that the library returns, and its length.
    public typealias Text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    public typealias Length = UnsafeMutablePointer<Int>
    /// The error of a call.
    public typealias Failure = UnsafeMutablePointer<adit_error>

    public let abiVersion: @convention(c) @Sendable () -> UInt32
    public let version: @convention(c) @Sendable () -> UnsafePointer<CChar>
    public let strerror: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>
    public let catalog: @convention(c) @Sendable (UnsafePointer<CChar>?, Text, Length?) -> Int32
    public let catalogCompare:
        (
            @convention(c) @Sendable (
                UnsafePointer<CChar>, Int, UnsafePointer<CChar>, Int, Text, Length?, Failure?
            ) -> Int32
        )?
    public let open:
        @convention(c) @Sendable (
            UInt32, UnsafePointer<CChar>, UnsafePointer<CChar>?, Int, adit_message_fn?, UnsafeMutableRawPointer?,
            adit_release_fn?, UnsafeMutablePointer<adit_core>, Failure?
        ) -> Int32
    public let send: @convention(c) @Sendable (adit_core, UnsafePointer<CChar>, Int, Failure?) -> Int32
    public let submit:
        (@convention(c) @Sendable (adit_core, UnsafePointer<CChar>, UnsafePointer<CChar>, Int, Failure?) -> Int32)?
    public let process: @convention(c) @Sendable (adit_core, Int32) -> Int32
    public let receive: @convention(c) @Sendable (adit_core, Int32, Text, Length?) -> Int32
    public let receiveAll: (@convention(c) @Sendable (adit_core, Int32, Int, Text, Length?) -> Int32)?
    public let call:
        @convention(c) @Sendable (adit_core, UnsafePointer<CChar>, Int, Int32, Text, Length?, Failure?) -> Int32
    public let fd: @convention(c) @Sendable (adit_core) -> Int32
    public let close: @convention(c) @Sendable (adit_core, Int32) -> Int32
    public let groupOpen: (@convention(c) @Sendable (UnsafeMutablePointer<adit_group>) -> Int32)?
    public let groupAdd: (@convention(c) @Sendable (adit_group, adit_core) -> Int32)?
    public let groupProcess: (@convention(c) @Sendable (adit_group, Int32) -> Int32)?
    public let groupFd: (@convention(c) @Sendable (adit_group) -> Int32)?
    public let free: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void

    /// Finds the functions.
    ///
    /// - Parameters:
    ///   - handle: what `dlopen` returned.
    ///   - path: the library's name in errors.
    /// - Throws: ``LibraryError`` if one is lacking that the first version of the interface has.
    init(_ handle: UnsafeMutableRawPointer, of path: String) throws(LibraryError) {
        func optional<T>(_ name: String) -> T? {
            // POSIX has it that a pointer to a function fits; the type is that of the header.
            dlsym(handle, name).map { unsafeBitCast($0, to: T.self) }
        }
        func required<T>(_ name: String) throws(LibraryError) -> T {
            guard let function: T = optional(name) else {
                throw LibraryError("\(path): there is no \(name) in it; an Adit library is expected")
            }
            return function
        }
        abiVersion = try required("adit_abi_version")
        version = try required("adit_version")
        strerror = try required("adit_strerror")
        catalog = try required("adit_catalog")
        catalogCompare = optional("adit_catalog_compare")
        open = try required("adit_open")
        send = try required("adit_send")
        submit = optional("adit_submit")
        process = try required("adit_process")
        receive = try required("adit_receive")
        receiveAll = optional("adit_receive_all")
        call = try required("adit_call")
        fd = try required("adit_fd")
        close = try required("adit_close")
        groupOpen = optional("adit_group_open")
        groupAdd = optional("adit_group_add")
        groupProcess = optional("adit_group_process")
        groupFd = optional("adit_group_fd")
        free = try required("adit_free")
    }
}
