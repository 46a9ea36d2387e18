public import Glibc

// The one file of this module that calls the C library. Copies need no function of it: `copyMemory` is the same call.

/// Bytes in memory: compared and searched, and allocated where they change their size or are handed to a C host.
///
/// Inlined everywhere: reading and writing a message consists of such calls.
@usableFromInline
package enum Memory {
    /// Returns whether two places have the same bytes.
    @inlinable
    @inline(__always)
    package static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Bool {
        memcmp(one, other, count) == 0
    }

    /// Returns the length of a text that ends before its first NUL.
    package static func length(of text: UnsafePointer<CChar>) -> Int { strlen(text) }

    /// Allocates memory, to be freed by ``free(_:)`` or by a host; nil without memory.
    package static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
        malloc(count)?.assumingMemoryBound(to: UInt8.self)
    }

    /// Allocates zeroes, to be freed by ``free(_:)``; nil without memory. Pages that are not touched take none.
    package static func allocateZeroes(_ count: Int) -> UnsafeMutableRawPointer? { calloc(count, 1) }

    /// Allocates memory with the bytes of `memory`, which is freed; nil without memory, and `memory` stays.
    static func resize(_ memory: UnsafeMutablePointer<UInt8>, to count: Int) -> UnsafeMutablePointer<UInt8>? {
        realloc(memory, count)?.assumingMemoryBound(to: UInt8.self)
    }

    package static func free(_ memory: UnsafeMutableRawPointer?) { Glibc.free(memory) }

    /// Aborts, as a failed allocation does anywhere in Swift.
    static func isExhausted() -> Never { abort() }
}

extension UnsafeRawBufferPointer {
    /// Returns whether both have the same bytes.
    @inlinable
    @inline(__always)
    package func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return Memory.areEqual(start, otherStart, count: count)
    }

    /// Returns whether a byte is among them.
    package func hasByte(_ byte: UInt8) -> Bool {
        baseAddress.map { memchr($0, Int32(byte), count) != nil } ?? false
    }
}

/// The floating-point environment of a thread: its rounding mode, and its handling of subnormal numbers.
///
/// A host may have changed it, and the C library's functions that read numbers obey it. Numbers on the wire do not
/// depend on it: Adit reads and writes them with integers, and calls those functions in the default environment.
enum FloatingPointEnvironment {
    /// Calls `body`, which calls nothing of the host, in the default environment.
    static func withDefault<R>(_ body: () -> R) -> R {
        var hosts = fenv_t()
        guard fegetenv(&hosts) == 0 else { return body() }
        // The value of C's FE_DFL_ENV, a cast that Swift does not import.
        fesetenv(UnsafePointer(bitPattern: -1))
        defer { fesetenv(&hosts) }
        return body()
    }
}
