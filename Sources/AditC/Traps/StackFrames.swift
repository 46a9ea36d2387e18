import CLinux
import Glibc

/// Where in this library's code a call came from, as offsets into the library's file, which `addr2line` reads.
struct StackFrames {
    /// The name of the library's file.
    private let file: String
    /// Where calls stand, innermost first.
    private let offsets: [UInt]

    /// - Parameter frame: that of the function which was called.
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
            // An address of a return is behind the call.
            found.append(UInt(bitPattern: address) &- UInt(bitPattern: base) &- 1)
            // Whoever keeps no frame pointers has anything in that register: frames lie in this thread's stack, each
            // above the one that it has called, or they are none.
            guard let outer = frame[0], outer > UnsafeRawPointer(frame), stack.contains(UInt(bitPattern: outer)),
                UInt(bitPattern: outer) % 8 == 0
            else { break }
            next = outer.assumingMemoryBound(to: UnsafeRawPointer?.self)
        }
        offsets = found
    }

    /// The number of frames that are printed.
    private static let most = 24

    /// Where a frame of this thread's stack may begin.
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

    /// The innermost, as the end of a line.
    var top: String { "at " + (offsets.first.map { "\(file)+\(hexadecimal($0))" } ?? file) }

    /// The others, as a line; empty where there are none.
    var callers: String {
        guard offsets.count > 1 else { return "" }
        return "adit: called from \(offsets.dropFirst().map(hexadecimal).joined(separator: " "))\n"
    }

    private func hexadecimal(_ offset: UInt) -> String { "0x" + String(offset, radix: 16) }
}
