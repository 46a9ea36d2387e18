import CLinux

// A library that adit_add_library has made calls these where Swift's code ends the process: a check has failed. Each
// says on standard error what was being done, and then does what would have been done without it. They change nothing
// of the host's: no signal is handled.
//
// Other builds do not call them.

/// What the compiler calls in the place of a trap instruction (`-trap-function`): an overflow, an index out of range,
/// nil that is unwrapped.
@_cdecl("adit_trap")
public func aditTrap() -> Never {
    TrapReport.write(from: adit_frame())
    adit_stop()
}

/// What the Swift runtime calls in the place of its own function of that name (`--wrap`), which writes the text of a
/// `fatalError` and of checks in the standard library. A trap of the runtime's own follows.
@_cdecl("__wrap_swift_reportError")
public func aditReportError(_ flags: UInt32, _ message: UnsafePointer<CChar>?) {
    adit_real_report_error(flags, message)
    TrapReport.write(from: adit_frame())
}

/// What all code of the library calls in the place of `abort` (`--wrap`): the runtime does after a cast that fails.
@_cdecl("__wrap_abort")
public func aditAbort() -> Never {
    TrapReport.writeOnce(from: adit_frame())
    adit_real_abort()
    adit_stop()
}
