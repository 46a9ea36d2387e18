import NIOCore

/// A connection that is no client, and may never be one: it has a place among those of the server, and a deadline.
///
/// The deadline is of the whole request, so a peer that sends a byte now and then does not keep its place. The event loop's
/// thread.
final class Handshake {
    private let channel: any Channel
    private let server: Server
    /// Closes the connection; nil once it is a client or closed.
    private var deadline: Scheduled<Void>?

    /// Begins with a connection that was accepted.
    init(_ channel: any Channel, of server: Server) {
        (self.channel, self.server) = (channel, server)
        server.handshakes += 1
        setDeadline()
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in end() }
    }

    private func setDeadline() {
        deadline = server.loop.scheduleTask(in: server.options.handshakeTimeout) { [channel] in
            channel.close(promise: nil)
        }
    }

    /// A request was answered: there is as long for the next one.
    func restart() {
        guard let deadline else { return }
        deadline.cancel()
        setDeadline()
    }

    /// The connection is a client, or closed.
    func end() {
        guard let deadline else { return }
        deadline.cancel()
        self.deadline = nil
        server.handshakes -= 1
        server.acceptMore()
    }
}
