// SPDX-License-Identifier: Apache-2.0
import CServe
import Glibc
import NIOCore
import NIOPosix

// The ways in which clients come.

extension Server {
    /// Begins to serve.
    ///
    /// - Throws: `SystemError` if the socket cannot be opened.
    func serve() throws(SystemError) {
        switch options.mode {
        case .stdio: serveParent()
        case .passed: receiveConnections()
        case .sockets:
            guard let path = options.path else { return }
            listener = try Listener(at: path, for: self, isTrusted: options.trusts)
            print(text: "\(path): ready\n", to: STDOUT_FILENO)
        }
    }

    private func serveParent() {
        let client = makeClient(named: nil, isTrusted: true)
        let (input, output) = ParentStreams.open()
        NIOPipeBootstrap(group: loop)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: Client.receiveAllocator)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ClientHandler(client, of: self))
                }
            }
            .takingOwnershipOfDescriptors(input: input, output: output)
            .whenFailure { [self] error in
                report("standard input and output: \(error)")
                end()
            }
    }

    /// Serves a connection that was accepted elsewhere.
    private func serve(_ descriptor: Int32) {
        guard clients.count < mostClients else {
            // The parent waits for it, and not in a queue.
            let line = """
                {"@dropped":{"code":"efull","message":"there are as many clients as the limit of descriptors allows"}}\n
                """
            line.withBytes { _ = send(descriptor, $0.start, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
            close(descriptor)
            return
        }
        let client = makeClient(named: ClientName(), isTrusted: true)
        _ = ClientBootstrap(group: loop)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: Client.receiveAllocator)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ClientHandler(client, of: self))
                }
            }
            .withConnectedSocket(descriptor)
    }

    /// Receives the connections that the parent passes over standard input, on a thread of its own: NIO reads no
    /// descriptors.
    private func receiveConnections() {
        _ = startThread { [self] in
            while case let descriptor = serve_receive_descriptor(STDIN_FILENO), descriptor >= 0 {
                loop.execute { [self] in serve(descriptor) }
            }
            loop.execute { [self] in end() }
        }
    }
}
