import Adit
import AditLibrary
import AditNodes
import NIOCore
import NIOPosix

// Lines of clients for cores of other nodes, and their way back.

extension Server {
    /// Sends a line to the node that has its core.
    func relay(_ line: Bytes, ofCore name: String, of client: Client, to neighbour: Directory.Neighbour) {
        guard let relay = client.relays[neighbour] ?? connect(client, to: neighbour) else { return }
        relay.use(name)
        relay.send(line)
        client.hasUsedCores = true
        touch(client)
    }

    /// Sends what waits for other nodes.
    ///
    /// - Parameter isLast: the client sends no more.
    func flushRelays(of client: Client, isLast: Bool) {
        for relay in client.relays.values {
            relay.output.flush()
            if isLast { relay.endInput() }
        }
    }

    private func connect(_ client: Client, to neighbour: Directory.Neighbour) -> Relay? {
        guard let node, let name = client.name else { return nil }
        let relay = Relay(client, to: neighbour)
        client.relays[neighbour] = relay
        relay.output.whenWritten = { [self] in
            relay.closeOutput()
            touch(client)
        }
        let greeting = Body(["token": node.options.token.text, "from": node.options.name, "client": name.text])
        relay.send(line("@node", greeting.json))
        let place = HostPort(neighbour.address) ?? HostPort(host: "", port: 0)
        ClientBootstrap(group: loop)
            .connectTimeout(.seconds(2))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.recvAllocator, value: Client.receiveAllocator)
            .channelOption(.writeBufferWaterMark, value: ChannelOutput.waterMark)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let security = node.options.security {
                        try channel.pipeline.syncOperations.addHandler(security.makeClientHandler(for: place.host))
                    }
                    try channel.pipeline.syncOperations.addHandler(RelayHandler(relay, of: self))
                }
            }
            .connect(host: place.host, port: place.port)
            .assumeIsolated()
            .whenFailure { [self] _ in wasClosed(relay) }
        return relay
    }

    // MARK: What another node says

    func hear(_ relay: Relay) {
        var input = LineBuffer()
        swap(&input, &relay.input)
        input.takeLines(longest: Frame.longestText, isLast: false) { line in
            if let line { hear(line, by: relay) }
            return !relay.hasEnded
        }
        swap(&input, &relay.input)
        touch(relay.client)
    }

    private func hear(_ line: Bytes, by relay: Relay) {
        guard relay.isReady else { return hearGreeting(line, by: relay) }
        if line.has(prefix: Relay.bounced) {
            takeBack(line.suffix(from: Relay.bounced.utf8CodeUnitCount), by: relay)
        } else if line.has(prefix: "{\"@echo\":") {
            endReturning(relay)
        } else if line.has(prefix: "{\"@leaving\":") {
            relay.isLeaving = true
            beginReturning(relay)
        } else if !line.has(prefix: "{\"@dropped\":") {
            // Of the one that was dropped, the connection ends.
            relay.client.say(count: line.count) { $0.append(line) }
        }
    }

    private func hearGreeting(_ line: Bytes, by relay: Relay) {
        if line.has(prefix: "{\"@ready\":") {
            relay.isReady = true
            relay.closeOutput()
        } else {
            report("node \(relay.neighbour.name) at \(relay.neighbour.address) refuses this one: \(line.text)")
            wasClosed(relay)
        }
    }

    // MARK: Lines that are given back

    /// Gives a line back to the node that has sent it, as its core is not here.
    func giveBack(_ line: Bytes, ofCore name: String, to client: Client) {
        let count =
            Relay.bounced.utf8CodeUnitCount + name.utf8.count + Relay.bouncedLine.utf8CodeUnitCount + line.count + 1
        client.say(count: count) { end in
            end.append(Relay.bounced)
            end.append(name)
            end.append(Relay.bouncedLine)
            end.append(line)
            end.append(UInt8(ascii: "}"))
        }
        touch(client)
    }

    private func takeBack(_ bounced: Bytes, by relay: Relay) {
        guard let quote = bounced.first(UInt8(ascii: "\""), from: 0) else { return }
        let line = bounced.suffix(from: min(quote + Relay.bouncedLine.utf8CodeUnitCount, bounced.count - 1))
        relay.returnedCores.insert(ByteString(bounced.prefix(quote).text))
        relay.returned.append(ByteBuffer(bytes: line.prefix(line.count - 1).buffer))
        beginReturning(relay)
    }

    /// Lets the client wait until all lines that come back are here.
    private func beginReturning(_ relay: Relay) {
        guard !relay.isReturning else { return }
        relay.isReturning = true
        relay.client.waits += 1
        relay.send("{\"\(Relay.echo)\":{}}")
        relay.output.flush()
    }

    /// No more lines come back: those that did are handled again, before all others.
    private func endReturning(_ relay: Relay) {
        guard relay.isReturning else { return }
        relay.isReturning = false
        let gone = relay.isLeaving ? relay.returnedCores.union(relay.cores.keys) : relay.returnedCores
        for name in gone { forgetPlace(name, at: relay.neighbour) }
        let lines = relay.returned
        (relay.returned, relay.returnedCores) = ([], [])
        if relay.isLeaving { end(relay) }
        relay.client.park(before: lines)
        resume(relay.client)
    }

    /// A core is not at a node any more; the next line for it asks where it is.
    private func forgetPlace(_ name: ByteString, at neighbour: Directory.Neighbour) {
        guard let placement = placements[name], case .there(let known) = placement.state, known == neighbour else {
            return
        }
        placements[name] = nil
    }

    // MARK: The end of a relay

    private func end(_ relay: Relay) {
        relay.client.relays[relay.neighbour] = nil
        relay.close()
        checkRelays()
    }

    /// The connection has ended, or could not be made.
    func wasClosed(_ relay: Relay) {
        guard !relay.hasEnded else { return }
        let (client, hasServed) = (relay.client, relay.isInputEnded)
        end(relay)
        if relay.isReturning {
            relay.isReturning = false
            client.park(before: relay.returned)
            resume(client)
        }
        touch(client)
        // The node has answered everything that the client, which asks no more, has asked.
        if hasServed { return }
        node?.noteFailure(of: relay.neighbour)
        guard !client.isRemoved, !isDraining else { return }
        for (name, core) in relay.cores {
            let placement = placements[name] ?? Placement(core)
            if placements[name] == nil {
                placements[name] = placement
                placement.state = .there(relay.neighbour)
            }
            tellOfLoss(of: placement, at: relay.neighbour.name, users: [client])
            switch placement.state {
            case .there(let neighbour) where neighbour == relay.neighbour: seekAgain(placement)
            // It has been found elsewhere meanwhile.
            case .there, .here: settle(placement)
            case .sought, .opening, .leaving: break
            }
        }
    }

    /// Ends the relays to nodes that have no lease any more: a machine that is gone does not say so.
    func endRelays(unless hasLease: (Directory.Neighbour) -> Bool) {
        for client in clients {
            for (neighbour, relay) in client.relays where !hasLease(neighbour) { wasClosed(relay) }
        }
    }

    /// Ends the relays of a client that is gone.
    func endRelays(of client: Client) {
        for relay in client.relays.values { end(relay) }
    }
}
