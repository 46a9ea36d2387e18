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
        case .sockets: try listen()
        }
    }

    private func listen() throws(SystemError) {
        for (path, isTrusted) in [(options.path, options.trusts), (options.trustedPath, true)] {
            guard let path else { continue }
            listeners.append(try Listener.unix(path, isTrusted: isTrusted, for: self))
            print(text: "\(path): ready\n", to: STDOUT_FILENO)
        }
        for socket in options.inherited {
            let kind: Listener.Kind
            switch socket.name {
            case "http": kind = .http(options.http?.access ?? HTTPAccess(token: Token(text: ""), origins: []))
            case "trusted": kind = .lines(isTrusted: true)
            default: kind = .lines(isTrusted: options.trusts)
            }
            listeners.append(Listener.inherited(socket.descriptor, kind, for: self))
        }
        if let node = options.node { listen(as: node) }
        guard let http = options.http, let place = http.place else { return }
        let (listener, address) = Listener.tcp(place, .http(http.access), for: self)
        listeners.append(listener)
        address.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let address):
                let bound = HostPort(host: place.host, port: address?.port ?? place.port)
                guard let inspection = options.inspection else {
                    return print(text: "http://\(bound): ready\n", to: STDOUT_FILENO)
                }
                let page = "http://\(bound)/#\(http.access.token.text)"
                print(text: page + "\n", to: STDOUT_FILENO)
                inspection.browser?.open(page, on: loop)
            case .failure(let error):
                report("http://\(place): \(error)")
                hasFailed = true
                end()
            }
        }
    }

    private func listen(as node: ServeOptions.Node) {
        let (listener, address) = Listener.tcp(node.listening, .greeted(node.clientToken), for: self)
        listeners.append(listener)
        address.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let address):
                let bound = HostPort(host: node.listening.host, port: address?.port ?? node.listening.port)
                register(address: (node.advertised ?? bound).description) {
                    print(text: "\(bound): node \(node.name) is ready\n", to: STDOUT_FILENO)
                }
            case .failure(let error): giveUp("\(node.listening): \(error)")
            }
        }
    }

    /// Whether another connection is accepted. Connections that are no clients yet have at most half of the places: without a
    /// token, the clients of other sockets cannot be kept out.
    func hasPlace(for kind: Listener.Kind) -> Bool {
        guard connections < mostClients else { return false }
        if case .lines = kind { return true }
        return handshakes < max(1, mostClients / 2)
    }

    private func serveParent() {
        let client = makeClient(isTrusted: true, isParent: true)
        let (input, output) = ParentStreams.open()
        NIOPipeBootstrap(group: loop)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture { try prepare(channel, for: client) }
            }
            .takingOwnershipOfDescriptors(input: input, output: output)
            .whenFailure { [self] error in
                report("standard input and output: \(error)")
                end()
            }
    }

    private func prepare(_ channel: any Channel, for client: Client) throws {
        try Client.setOptions(of: channel)
        try channel.pipeline.syncOperations.addHandler(ClientHandler(client, of: self))
    }

    /// Serves a connection that was accepted elsewhere.
    private func serve(_ descriptor: Int32) {
        guard connections < mostClients else {
            // The parent waits for it, and not in a queue.
            let line = """
                {"@dropped":{"code":"efull","message":"there are as many clients as the limit of descriptors allows"}}\n
                """
            line.withBytes { _ = send(descriptor, $0.start, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
            close(descriptor)
            return
        }
        let client = makeClient(isTrusted: true)
        _ = ClientBootstrap(group: loop)
            .channelInitializer { [self] channel in
                client.output.useSocket(of: channel)
                return channel.eventLoop.makeCompletedFuture { try prepare(channel, for: client) }
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
