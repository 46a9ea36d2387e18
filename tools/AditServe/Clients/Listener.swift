// SPDX-License-Identifier: Apache-2.0
import CServe
import Glibc
import NIOCore
import NIOPosix

/// A Unix socket that clients connect to.
final class Listener: @unchecked Sendable {  // on the event loop's thread
    private let path: String
    /// Which file the socket is: another one may be at its path later.
    private let file: stat
    private var context: ChannelHandlerContext?
    private let server: Server
    private var isAcceptRequested = false

    /// Opens a socket at a path, for this user only. A socket there without a server is replaced.
    ///
    /// - Throws: `SystemError`: `EADDRINUSE` if a server listens there, or another file is there.
    init(at path: String, for server: Server, isTrusted: Bool) throws(SystemError) {
        self.path = path
        self.server = server
        let descriptor: Int32
        (descriptor, file) = try Listener.open(path)
        _ = ServerBootstrap(group: server.loop)
            .serverChannelOption(.autoRead, value: false)
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ListenerHandler(self))
                }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: Client.receiveAllocator)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let operations = channel.pipeline.syncOperations
                    let isOwn = try operations.withUnsafeTransportIfAvailable { serve_is_own_peer($0) } ?? false
                    // A failed future closes the connection.
                    guard !isTrusted || isOwn else { throw SystemError("accept", number: EACCES) }
                    let client = server.makeClient(named: ClientName(), isTrusted: isTrusted)
                    try operations.addHandler(ClientHandler(client, of: server))
                }
            }
            .withBoundSocket(descriptor)
    }

    /// Accepts the next client, unless there are too many.
    func requestAccept() {
        guard let context, !isAcceptRequested, !server.isEnding, server.clients.count < server.mostClients else { return }
        isAcceptRequested = true
        context.read()
    }

    /// Removes the file, unless another one is at the path. The socket still listens, so no server takes it for one that
    /// was left.
    func remove() {
        var found = stat()
        if lstat(path, &found) == 0, found.st_dev == file.st_dev, found.st_ino == file.st_ino { unlink(path) }
    }

    private final class ListenerHandler: ChannelInboundHandler {
        typealias InboundIn = any Channel
        private let listener: Listener

        init(_ listener: Listener) { self.listener = listener }

        func handlerAdded(context: ChannelHandlerContext) { listener.context = context }
        func channelActive(context: ChannelHandlerContext) { listener.requestAccept() }

        func channelReadComplete(context: ChannelHandlerContext) {
            listener.isAcceptRequested = false
            context.fireChannelReadComplete()
            // Clients that were accepted count once they are active.
            context.eventLoop.assumeIsolated().execute { [listener] in listener.requestAccept() }
        }
    }
}

// MARK: - The file

extension Listener {
    private static func open(_ path: String) throws(SystemError) -> (descriptor: Int32, file: stat) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { throw SystemError(path, number: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        guard removeStale(path, address) else { throw SystemError(path) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        var file = stat()
        let mask = umask(0o177)
        let isOpen =
            descriptor >= 0 && withAddress(address, { bind(descriptor, $0, $1) }) == 0 && lstat(path, &file) == 0
            && listen(descriptor, 128) == 0
        let error = SystemError(path)
        umask(mask)
        guard isOpen else {
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
        return (descriptor, file)
    }

    /// Removes a socket at which no server listens; false if one does, or if it is another file.
    private static func removeStale(_ path: String, _ address: sockaddr_un) -> Bool {
        var file = stat()
        guard lstat(path, &file) == 0 else { return true }
        errno = EADDRINUSE
        guard file.st_mode & S_IFMT == S_IFSOCK else { return false }
        // A server whose queue is full is one as well: connecting to it would wait.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        let isStale = withAddress(address, { connect(descriptor, $0, $1) }) != 0 && errno == ECONNREFUSED
        close(descriptor)
        errno = EADDRINUSE
        return isStale && unlink(path) == 0
    }

    private static func withAddress(
        _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
