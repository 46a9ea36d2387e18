import NIOCore
import NIOEmbedded
import Testing

@testable import AditServe

/// GIVEN output for a client.
struct ChannelOutputTests {
    private final class Handler: ChannelInboundHandler { typealias InboundIn = ByteBuffer }

    @Test func `WHEN the channel writes all that it is given at once THEN it is given the rest`() throws {
        let channel = EmbeddedChannel()
        let handler = Handler()
        try channel.pipeline.syncOperations.addHandler(handler)
        let output = ChannelOutput(chunkSize: 100)
        output.context = try channel.pipeline.syncOperations.context(handler: handler)
        for number in 0..<1000 {
            let line = ByteBuffer(string: "\(1000 + number)\n")
            output.append(count: line.readableBytes) { end in end.append(line) }
        }
        output.flush()
        #expect(output.count == 0)
        var written = ByteBuffer()
        while var chunk = try channel.readOutbound(as: ByteBuffer.self) { written.writeBuffer(&chunk) }
        #expect(written == ByteBuffer(string: (1000..<2000).map { "\($0)\n" }.joined()))
        _ = try channel.finish()
    }
}
