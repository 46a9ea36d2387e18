import NIOCore

@testable import AditServe

// The lines of `adit serve`, for serve.c: what its Swift code finds in bytes, in numbers that C compares.

public typealias LineHandler = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Void
public typealias MemberHandler =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<UInt8>, Int, UnsafePointer<UInt8>, Int, Int, Int
    ) -> Void

/// Takes the lines of a client's input.
///
/// - Parameters:
///   - seed: chooses where the input is cut into chunks, and where a handler stops taking lines for a while; 0 for one chunk
///     without stops.
///   - longest: the most bytes of a line.
///   - handle: gets `context` and a line; NULL for one that is too long.
@_cdecl("adit_fuzz_serve_lines")
public func takeLines(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ seed: UInt32, _ longest: Int, _ handle: LineHandler,
    _ context: UnsafeMutableRawPointer?
) {
    var random = Chunks(seed: seed)
    var buffer = LineBuffer()
    /// Whether all complete lines have been taken.
    func take(isLast: Bool) -> Bool {
        var hasStopped = false
        buffer.takeLines(longest: longest, isLast: isLast) { line in
            handle(context, line?.start, line?.count ?? 0)
            hasStopped = random.chance(of: 4)
            return !hasStopped
        }
        return !hasStopped
    }
    var rest = UnsafeRawBufferPointer(start: bytes, count: length)
    while !rest.isEmpty {
        let chunk = rest.prefix(random.size(of: rest.count))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(chunk.count))
        buffer.append(ByteBuffer(bytes: chunk))
        // Input may come before the lines of the last one are taken.
        while !take(isLast: false), random.chance(of: 2) {}
    }
    while !take(isLast: true) {}
}

/// Scans an object, and returns whether it was complete.
@_cdecl("adit_fuzz_serve_members")
public func scanMembers(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ handle: MemberHandler, _ context: UnsafeMutableRawPointer?
) -> Bool {
    var scanner = ObjectScanner(Bytes(start: text, count: length))
    while let member = scanner.next() {
        let (key, value, cut) = (member.key, member.value, member.cut)
        handle(context, key.start, key.count, value.start, value.count, cut.lowerBound, cut.upperBound)
    }
    return scanner.isComplete
}

/// Scans an array.
@_cdecl("adit_fuzz_serve_elements")
public func scanElements(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ handle: LineHandler, _ context: UnsafeMutableRawPointer?
) {
    var scanner = ArrayScanner(Bytes(start: text, count: length))
    while let element = scanner.next() { handle(context, element.start, element.count) }
}

/// Chooses chunks.
struct Chunks {
    private var state: UInt64
    private let isWhole: Bool

    /// - Parameter seed: 0 for one chunk.
    init(seed: UInt32) {
        (state, isWhole) = (UInt64(seed), seed == 0)
    }

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func chance(of number: UInt64) -> Bool { !isWhole && next() % number == 0 }

    /// The size of the next chunk: most are short.
    mutating func size(of count: Int) -> Int {
        guard !isWhole else { return count }
        return min(count, 1 + Int(next() % (chance(of: 8) ? 200 : 12)))
    }
}
