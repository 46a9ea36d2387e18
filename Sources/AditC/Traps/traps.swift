import CSwiftRuntime

// A library built with adit_add_library calls these functions when a failed check in Swift code ends the process. Each
// writes a report to standard error in addition to the usual behaviour. They do not change the host: no signal is
// handled.
//
// Other builds do not call them.

/// Replaces a trap instruction of the compiler (`-trap-function`), as after an overflow, an index out of range, or an
/// unwrapped nil.
@_cdecl("adit_trap")
public func aditTrap() -> Never {
    TrapReport.write(from: UInt(bitPattern: adit_frame()))
    adit_stop()
}

/// Replaces the Swift runtime's function of that name (`--wrap`), which writes the text of a `fatalError` and of checks
/// in the standard library. The runtime traps afterwards.
@_cdecl("__wrap_swift_reportError")
public func aditReportError(_ flags: UInt32, _ message: UnsafePointer<CChar>?) {
    adit_real_report_error(flags, message)
    TrapReport.write(from: UInt(bitPattern: adit_frame()))
}

/// Replaces `abort` for all code of the library (`--wrap`); the runtime calls it after a failed cast.
@_cdecl("__wrap_abort")
public func aditAbort() -> Never {
    TrapReport.writeOnce(from: UInt(bitPattern: adit_frame()))
    adit_real_abort()
    adit_stop()
}
