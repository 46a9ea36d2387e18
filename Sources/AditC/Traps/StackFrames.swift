import CLinux
import Glibc

/// A call stack within this library, as offsets into the library's file, which `addr2line` reads.
struct StackFrames {
    /// The name of the library's file.
    private let file: String
    /// The offsets of the calls, innermost first.
    private let offsets: [UInt]

    /// - Parameter frame: the frame of the called function.
    init(from frame: UnsafePointer<UnsafeRawPointer?>) {
        var library = adit_symbol()
        let stack = StackFrames.ownStack
        guard stack.contains(UInt(bitPattern: frame)), let first = frame[1], adit_dladdr(first, &library) != 0,
            let base = library.base
        else {
            (file, offsets) = ("an unknown file", [])
            return
        }
        file = library.file.map { String(cString: $0) }?.split(separator: "/").last.map(String.init) ?? "the program"
        var found: [UInt] = []
        var next: UnsafePointer<UnsafeRawPointer?>? = frame
        while let frame = next, found.count < StackFrames.most, let address = frame[1] {
            var place = adit_symbol()
            guard adit_dladdr(address, &place) != 0, place.base == base else { break }
            // A return address is after the call.
            found.append(UInt(bitPattern: address) &- UInt(bitPattern: base) &- 1)
            // Code without frame pointers may have any value in that register. A frame is valid only if it lies in this
            // thread's stack, above the frame that it has called.
            guard let outer = frame[0], outer > UnsafeRawPointer(frame), stack.contains(UInt(bitPattern: outer)),
                UInt(bitPattern: outer) % 8 == 0
            else { break }
            next = outer.assumingMemoryBound(to: UnsafeRawPointer?.self)
        }
        offsets = found
    }

    /// The number of frames that are printed.
    private static let most = 24

    /// The addresses in this thread's stack at which a frame may begin.
    private static var ownStack: Range<UInt> {
        var attributes = pthread_attr_t()
        guard adit_thread_attributes(&attributes) == 0 else { return 0..<0 }
        defer { pthread_attr_destroy(&attributes) }
        var start: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(&attributes, &start, &size) == 0, size > 16 else { return 0..<0 }
        let bottom = UInt(bitPattern: start)
        return bottom..<(bottom &+ UInt(size) &- 15)
    }

    /// The innermost call, as the end of a line.
    var top: String { "at " + (offsets.first.map { "\(file)+\(hexadecimal($0))" } ?? file) }

    /// The other calls, as a line; empty without any.
    var callers: String {
        guard offsets.count > 1 else { return "" }
        return "adit: called from \(offsets.dropFirst().map(hexadecimal).joined(separator: " "))\n"
    }

    private func hexadecimal(_ offset: UInt) -> String { "0x" + String(offset, radix: 16) }
}
