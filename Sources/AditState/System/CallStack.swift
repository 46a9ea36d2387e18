public import CLinux
import Glibc

/// The call stack of a thread. It grows downwards: a function has its frame below its caller's.
@usableFromInline
package enum CallStack {
    /// An address below the frame of the function that reads it, and above those of the functions that its callees call.
    @inlinable
    @inline(__always)
    package static var position: UInt { UInt(adit_frame_address()) }

    /// The addresses of this thread's original stack; nil if unknown. A coroutine or a signal handler may run on another.
    package static var ofThread: Range<UInt>? {
        var attributes = pthread_attr_t()
        guard adit_thread_attributes(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        var (start, size) = (UnsafeMutableRawPointer?.none, 0)
        guard pthread_attr_getstack(&attributes, &start, &size) == 0, let start else { return nil }
        return UInt(bitPattern: start)..<(UInt(bitPattern: start) &+ UInt(size))
    }
}

/// The calls of a stack within this library, as offsets into the library's file, which `addr2line` reads.
package struct StackFrames {
    /// The name of the library's file.
    private let file: String
    /// The offsets of the calls, innermost first.
    private let offsets: [UInt]

    /// - Parameter frame: the frame of the innermost function, which is not among the calls.
    package init(from frame: UInt) {
        var library = adit_symbol()
        let stack = CallStack.ofThread ?? 0..<0
        guard let frame = Frame(at: frame, in: stack), adit_dladdr(frame.returnAddress, &library) != 0,
            let base = library.base
        else {
            (file, offsets) = ("an unknown file", [])
            return
        }
        file = library.file.map { String(cString: $0) }?.split(separator: "/").last.map(String.init) ?? "the program"
        var found: [UInt] = []
        var next: Frame? = frame
        while let frame = next, found.count < StackFrames.most {
            var place = adit_symbol()
            guard adit_dladdr(frame.returnAddress, &place) != 0, place.base == base else { break }
            // A return address is after the call.
            found.append(UInt(bitPattern: frame.returnAddress) &- UInt(bitPattern: base) &- 1)
            next = frame.outer > frame.address ? Frame(at: frame.outer, in: stack) : nil
        }
        offsets = found
    }

    /// A frame: the address of the caller's frame, and the return address.
    private struct Frame {
        let address: UInt
        let outer: UInt
        let returnAddress: UnsafeRawPointer

        /// Code without frame pointers may have any value in that register. A frame is valid only if it lies in this
        /// thread's stack.
        init?(at address: UInt, in stack: Range<UInt>) {
            guard stack.contains(address), stack.contains(address &+ 15), address % 8 == 0,
                let frame = UnsafePointer<UInt>(bitPattern: address),
                let returnAddress = UnsafeRawPointer(bitPattern: frame[1])
            else { return nil }
            self.address = address
            outer = frame[0]
            self.returnAddress = returnAddress
        }
    }

    /// The number of frames that are printed.
    private static let most = 24

    /// The innermost call, as the end of a line.
    package var top: String { "at " + (offsets.first.map { "\(file)+\(hexadecimal($0))" } ?? file) }

    /// The other calls, as a line; empty without any.
    package var callers: String {
        guard offsets.count > 1 else { return "" }
        return "adit: called from \(offsets.dropFirst().map(hexadecimal).joined(separator: " "))\n"
    }

    private func hexadecimal(_ offset: UInt) -> String { "0x" + String(offset, radix: 16) }
}
