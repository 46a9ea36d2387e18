import NIOCore
import NIOEmbedded

@testable import AditServe

// Connections of HTTP to `adit serve`, for web.c: requests, the frames of a WebSocket, and the lines of an event stream.

/// What a connection sends.
private enum Input: UInt8 {
    case requests, frames, lines
}

/// Checks that a connection has the same answer to bytes in all chunks, and that nothing is left of it.
///
/// One that ends may do so before an answer is written. Whether what is no request ends a stream of events depends on NIO.
///
/// - Parameters:
///   - kind: 0 for bytes of HTTP, 1 for those of a WebSocket, 2 for the body of a request with lines for an event stream.
///   - seed: chooses the chunks.
/// - Returns: what does not hold; NULL if all holds.
@_cdecl("adit_fuzz_web")
public func checkConnection(
    _ kind: UInt8, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ seed: UInt32
) -> UnsafePointer<CChar>? {
    let input = (
        Input(rawValue: kind) ?? .requests, ByteBuffer(bytes: UnsafeRawBufferPointer(start: bytes, count: length))
    )
    let (whole, parted) = (Served(input, seed: 0), Served(input, seed: seed))
    let isClient = input.0 == .requests || whole.answer.contains("{\"@ready\":")
    let fault: Fault? =
        if !isClient {
            "the connection is no client"
        } else if whole.rest + parted.rest > 0 {
            "a connection that is closed still counts"
        } else if input.0 != .requests, whole.isOpen != parted.isOpen {
            "the same bytes in other chunks end the connection"
        } else if whole.isOpen, parted.isOpen, whole.answer != parted.answer {
            "the same bytes in other chunks have another answer"
        } else { nil }
    return fault.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// What a server without libraries has answered on a connection that is closed then.
private struct Served {
    /// What was received; of a WebSocket, the texts.
    private(set) var answer = ""
    private(set) var isOpen = false
    /// How many connections the server still has.
    private(set) var rest = 0

    init(_ input: (kind: Input, bytes: ByteBuffer), seed: UInt32) {
        let access = HTTPAccess(token: Token(text: "t"), origins: ["https://example.com"])
        var options = ServeOptions(libraries: [], mode: .sockets)
        options.http = ServeOptions.HTTP(place: nil, access: access)
        (options.longestLine, options.mostOutput) = (1 << 10, 1 << 16)
        let loop = EmbeddedEventLoop()
        let server = Server(options, on: loop)
        let events = EmbeddedChannel(loop: loop), channel = EmbeddedChannel(loop: loop)
        for each in [events, channel] {
            try? HTTPConnection.prepare(each, access, server)
            each.connect(to: address, promise: nil)
        }
        func send(_ bytes: ByteBuffer, _ chunks: inout Chunks) {
            var rest = bytes
            while channel.isActive, rest.readableBytes > 0,
                let chunk = rest.readSlice(length: chunks.size(of: rest.readableBytes))
            {
                try? channel.writeInbound(chunk)
                loop.run()
            }
        }
        var (whole, chunks) = (Chunks(seed: 0), Chunks(seed: seed))
        switch input.kind {
        case .requests: break
        case .frames: send(head("GET /socket?token=t", upgrade), &whole)
        case .lines:
            try? events.writeInbound(head("GET /events?token=t"))
            loop.run()
            let name = server.clients.first?.name?.text ?? ""
            let length = "content-length: \(input.bytes.readableBytes)\r\n"
            send(head("POST /messages?token=t&client=\(name)", length), &whole)
        }
        send(input.bytes, &chunks)
        isOpen = channel.isActive
        for each in [channel, events] {
            var received = ByteBuffer()
            while let part = try? each.readOutbound(as: IOData.self), case .byteBuffer(let bytes) = part {
                received.writeImmutableBuffer(bytes)
            }
            answer += input.kind == .frames ? texts(of: received) : String(buffer: received)
            each.close(promise: nil)
        }
        // Names of clients are random.
        answer = answer.replacing(/c-[0-9a-f]{32}/, with: "c-")
        loop.run()
        rest = server.connections
    }
}

/// The texts that frames of a server have, behind the head of a response. Pongs may come before or after them.
private func texts(of response: ByteBuffer) -> String {
    var (rest, all) = (response, "")
    guard let head = rest.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return "" }
    rest.moveReaderIndex(forwardBy: head.upperBound)
    while let kind: UInt8 = rest.readInteger(), let short: UInt8 = rest.readInteger() {
        let length: Int? =
            switch short {
            case 126: rest.readInteger(as: UInt16.self).map(Int.init)
            case 127: rest.readInteger(as: UInt64.self).map(Int.init)
            default: Int(short)
            }
        guard let text = length.flatMap({ rest.readString(length: $0) }) else { return all + "an end within a frame" }
        if kind & 15 == 1 { all += text }
    }
    return all
}

private let upgrade = """
    connection: upgrade\r
    upgrade: websocket\r
    sec-websocket-version: 13\r
    sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r

    """

private func head(_ request: String, _ headers: String = "") -> ByteBuffer {
    ByteBuffer(string: "\(request) HTTP/1.1\r\nhost: localhost\r\n\(headers)\r\n")
}

private let address = try! SocketAddress(ipAddress: "127.0.0.1", port: 1)
