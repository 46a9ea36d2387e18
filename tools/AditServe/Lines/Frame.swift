import NIOCore

/// What the server and a worker process say to each other, over a pair of sockets.
///
/// A frame is a head, and a name and a text behind it. Both ends are the same program, so the head is its bytes in memory.
struct Frame {
    enum Kind: UInt32 {
        // From the server.

        /// Opens a core. Name: the app; text: the config; `flags`: how often the core was opened.
        case open
        /// A message for a core. Name: the client, with a NUL at its end, or empty for the host; text: the message.
        case send
        /// Only a number, for `done`.
        case mark
        /// A call of a hosted core's host. Name: which, as JSON; text: its argument; `flags` as in `open`.
        case call
        /// Closes all cores, and ends.
        case end

        // From the worker.

        /// The first, after the catalogs. Name: Adit's version; text: the apps as JSON.
        case hello
        /// In its place. Text: why the library cannot be used.
        case fault
        /// Answers `open`: code, offset and text of `adit_open`.
        case opened
        /// The message `number` was refused: code, offset and text of `adit_send`.
        case refused
        /// Text: a message of the core.
        case output
        /// The core has closed; its number is free.
        case closed
        /// All up to `number` has been handled, and its output is before this.
        case done
        /// Before `hello`. Name: an app; text: its catalog.
        case catalog
        /// Answers `call`. Name: the result as JSON; text: what the function returned.
        case called
        /// A hosted core has work.
        case ready
    }

    struct Head {
        var kind: UInt32
        /// The server's number of the core.
        var core: UInt32
        /// Of the message; counts up from 1 with each process.
        var number: UInt64
        /// Of adit.h.
        var code: Int32
        var offset: UInt32
        var flags: UInt32
        var nameCount: UInt32
        var textCount: UInt64

        static let size = MemoryLayout<Head>.size
    }

    var head: Head
    var name: Bytes
    var text: Bytes
    var kind: Kind? { Kind(rawValue: head.kind) }

    init(
        _ kind: Kind, core: UInt32 = 0, number: UInt64 = 0, code: Int32 = 0, offset: UInt32 = 0, flags: UInt32 = 0,
        name: Bytes = .empty, text: Bytes = .empty
    ) {
        head = Head(
            kind: kind.rawValue, core: core, number: number, code: code, offset: offset, flags: flags,
            nameCount: UInt32(name.count), textCount: UInt64(text.count))
        (self.name, self.text) = (name, text)
    }

    // Flags of `opened` and `called`.

    /// No core of that number is open: a verdict on a store was given, or it was closed.
    static let noCore: UInt32 = 1
    /// `called` returns a text.
    static let hasText: UInt32 = 2
    /// The core of a call that is of no core.
    static let ofNoCore: UInt32 = .max
    /// The longest text, in bytes: a buffer holds several frames, and 4 GiB.
    static let longestText = 1 << 30
    /// The longest name, in bytes: more are no name, but damaged memory.
    static let longestName = (1 << 20) - 1
}

extension Frame {
    private init?(_ bytes: Bytes) {
        guard bytes.count >= Head.size else { return nil }
        head = bytes.buffer.loadUnaligned(as: Head.self)
        guard head.isSound, bytes.count >= head.frameSize else { return nil }
        name = Bytes(start: bytes.start + Head.size, count: Int(head.nameCount))
        text = Bytes(start: name.end, count: Int(head.textCount))
    }

    /// Takes the complete frames out of what was read.
    ///
    /// - Parameter handle: handles a frame, which borrows from the buffer; false to stop.
    /// - Returns: false if the bytes are no frames: the memory of the process that wrote them is damaged.
    static func take(from buffer: inout ByteBuffer, _ handle: (Frame) -> Bool) -> Bool {
        let isSound = buffer.readWithUnsafeReadableBytes { buffer in
            let bytes = Bytes(buffer)
            var taken = 0
            while let frame = Frame(bytes.suffix(from: taken)) {
                taken += frame.head.frameSize
                if !handle(frame) { break }
            }
            let rest = bytes.suffix(from: taken)
            return (taken, rest.count < Head.size || rest.buffer.loadUnaligned(as: Head.self).isSound)
        }
        if buffer.readableBytes > 0 { buffer.discardReadBytes() }
        return isSound
    }
}

extension Frame.Head {
    var isSound: Bool {
        Frame.Kind(rawValue: kind) != nil && nameCount <= UInt32(Frame.longestName)
            && textCount <= UInt64(Frame.longestText)
    }

    /// Of a sound head.
    var frameSize: Int { Frame.Head.size + Int(nameCount) + Int(textCount) }
}

extension ByteBuffer {
    /// Writes a frame.
    ///
    /// - Parameter rest: a second part of its text.
    mutating func write(_ frame: Frame, rest: Bytes = .empty) {
        var head = frame.head
        head.textCount += UInt64(rest.count)
        append(count: head.frameSize) { end in
            withUnsafeBytes(of: head) { end.append(Bytes($0)) }
            end.append(frame.name)
            end.append(frame.text)
            end.append(rest)
        }
    }
}
