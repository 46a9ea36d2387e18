import NIOCore
import NIOEmbedded
import Testing

@testable import AditServe

/// GIVEN output for a client.
struct ChannelOutputTests {
    private final class Handler: ChannelInboundHandler { typealias InboundIn = ByteBuffer }

    private let channel = EmbeddedChannel()
    private let output = ChannelOutput(chunkSize: 100)

    private func connect() throws {
        let handler = Handler()
        try channel.pipeline.syncOperations.addHandler(handler)
        output.context = try channel.pipeline.syncOperations.context(handler: handler)
    }

    private func append(_ line: String) {
        output.append(count: line.utf8.count) { end in end.append(line) }
    }

    @Test func `WHEN the channel has not written what it was given THEN it is given more once it has`() throws {
        try connect()
        let context = try #require(output.context)
        var times = 0
        output.whenWritten = { times += 1 }
        channel.isWritable = false
        output.writabilityHasChanged(of: context)
        append("1\n")
        output.flush()
        #expect((output.count, times) == (2, 0))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        channel.isWritable = true
        output.writabilityHasChanged(of: context)
        output.flush()
        #expect((output.count, times) == (0, 1))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "1\n"))
        _ = try channel.finish()
    }

    @Test func `WHEN the channel writes all that it is given at once THEN it is given the rest`() throws {
        try connect()
        for number in 1000..<2000 { append("\(number)\n") }
        output.flush()
        #expect(output.count == 0)
        var written = ByteBuffer()
        while var chunk = try channel.readOutbound(as: ByteBuffer.self) { written.writeBuffer(&chunk) }
        #expect(written == ByteBuffer(string: (1000..<2000).map { "\($0)\n" }.joined()))
        _ = try channel.finish()
    }
}
