import NIOCore

@testable import AditServe

// The frames between `adit serve` and its processes, for serve.c.

/// Checks that bytes are the same frames in all chunks, and that a frame is what was written.
///
/// - Parameter seed: chooses the chunks, and where a text is parted.
/// - Returns: what does not hold; NULL if all holds.
@_cdecl("adit_fuzz_serve_frames")
public func checkFrames(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ seed: UInt32) -> UnsafePointer<CChar>? {
    let input = Bytes(start: bytes, count: length)
    let fault = faultOfChunks(ByteBuffer(bytes: input.buffer), seed) ?? faultOfWriting(input, seed)
    return fault.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// A frame with its own bytes.
private struct Taken: Equatable {
    let kind, core, flags: UInt32
    let number: UInt64
    let code: Int32
    let name, text: [UInt8]

    init(_ frame: Frame) {
        (kind, core, flags) = (frame.head.kind, frame.head.core, frame.head.flags)
        (number, code) = (frame.head.number, frame.head.code)
        (name, text) = (Array(frame.name.buffer), Array(frame.text.buffer))
    }
}

/// Takes frames up to the end, or to where the bytes are none.
private func take(_ bytes: ByteBuffer, _ seed: UInt32) -> (frames: [Taken], isSound: Bool) {
    var (chunks, rest, buffer, frames) = (Chunks(seed: seed), bytes, ByteBuffer(), [Taken]())
    var isSound = true
    while isSound, let chunk = rest.readSlice(length: chunks.size(of: rest.readableBytes)), chunk.readableBytes > 0 {
        buffer.writeImmutableBuffer(chunk)
        isSound = Frame.take(from: &buffer) { frame in
            frames.append(Taken(frame))
            return true
        }
    }
    return (frames, isSound)
}

private func faultOfChunks(_ bytes: ByteBuffer, _ seed: UInt32) -> Fault? {
    let (whole, parted) = (take(bytes, 0), take(bytes, seed))
    if whole.frames != parted.frames { return "chunks have other frames" }
    return whole.isSound == parted.isSound ? nil : "bytes are frames in one chunk only"
}

private func faultOfWriting(_ input: Bytes, _ seed: UInt32) -> Fault? {
    let place = input.count == 0 ? 0 : Int(seed) % (input.count + 1)
    let name = input.prefix(min(place, 40))
    let frame = Frame(.send, core: 7, number: 1 << 40 | 9, flags: seed, name: name, text: input.prefix(place))
    var bytes = ByteBuffer()
    bytes.write(frame, rest: input.suffix(from: place))
    bytes.write(Frame(.mark, number: 3))
    let (frames, isSound) = take(bytes, seed)
    guard isSound, frames.count == 2 else { return "frames that were written are none" }
    let isSame =
        frames[0].name == Array(name.buffer) && frames[0].text == Array(input.buffer) && frames[0].core == 7
        && frames[0].number == frame.head.number && frames[0].flags == seed && frames[1].number == 3
    return isSame ? nil : "a frame is another than was written"
}
