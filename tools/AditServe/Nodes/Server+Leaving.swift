import Adit
import AditNodes
import NIOCore

// Cores leave a node: for another one, as another one has taken them, or as the node ends.

extension Server {
    /// Closes a core after the messages that were sent to it. Those that come meanwhile wait.
    ///
    /// - Parameter target: the node that gets it; nil for any other.
    func leave(_ core: Core, for target: String?) {
        guard let placement = core.placement else { return }
        core.isHeld = true
        placement.state = .leaving(core, for: target)
        close(core)
    }

    private func close(_ core: Core) {
        let number = core.process.addToFlight(Message(kind: .own, core: core))
        core.process.send(Frame(.send, core: core.number, number: number, text: Bytes("{\"@close\":{}}")))
        wasSent(to: core.process)
    }

    /// A core of the database is not here any more.
    ///
    /// - Parameter wasClosed: it has closed; otherwise its process was given up.
    func wasRemoved(_ core: Core, of placement: Placement, users: [Client], wasClosed: Bool) {
        let name = placement.name
        switch placement.state {
        case .here(let own) where own === core:
            // What was closed stays closed until it is asked for.
            placements[ByteString(name)] = nil
            node?.release(name, forGood: wasClosed)
        case .leaving(let own, let target) where own === core:
            placement.users += users
            if let target { hand(placement, to: target) } else { abandon(placement) }
        default: break
        }
        checkDrained()
    }

    /// Gives a core that is closed to another node.
    private func hand(_ placement: Placement, to target: String) {
        node?.hand(placement.name, to: target) { [self] result in
            if case .success(let neighbour?) = result {
                placement.state = .there(neighbour)
                settle(placement)
            } else {
                // There is no such node any more, or the database is away.
                seekAgain(placement)
            }
        }
    }

    /// Gives up a core that is closed, as the node ends: whichever node wants it has it.
    private func abandon(_ placement: Placement) {
        node?.release(placement.name, forGood: false) { [self] in
            placements[ByteString(placement.name)] = nil
            // Its users hear that the node ends.
            placement.users = []
            for (client, _, id) in placement.openers { refuseAtEnd(client, core: placement.name, id: id) }
            placement.openers = []
            resumeWaiting(placement)
            checkDrained()
        }
    }

    /// Another node has taken a core: this one says nothing of it any more, and looks for it.
    func lose(_ core: Core, of placement: Placement) {
        core.isDisowned = true
        core.placement = nil
        coresByName[ByteString(core.name)] = nil
        tellOfLoss(of: placement, at: node?.options.name ?? "", users: Array(core.users.values))
        seekAgain(placement)
        for client in core.users.values { client.forget(core) }
        core.users = [:]
        core.requests.removeAll()
        if core.isInProcess { close(core) } else { remove(core) }
    }

    /// Tells clients that a core is not where it was. They hear when it is found.
    func tellOfLoss(of placement: Placement, at node: String, users: [Client]) {
        for user in users {
            var body = Body(["core": placement.name, "node": node])
            body.add("again", json: "true")
            say(user, "@crashed", body, core: placement.name)
        }
        placement.users += users
    }

    // MARK: The node's end

    /// Closes the node's cores, one after the other, for other nodes. Clients of this one are disconnected then.
    func drain() {
        isDraining = true
        handleRest()
        for placement in placements.values {
            if case .here(let core) = placement.state {
                if core.isInProcess { leave(core, for: nil) } else { remove(core) }
            }
        }
        loop.scheduleTask(in: .seconds(10)) { [self] in endNode() }
        checkDrained()
    }

    /// Goes on with the end once no core is here.
    func checkDrained() {
        guard isDraining, !hasDrained else { return }
        let isDrained = placements.values.allSatisfy { placement in
            switch placement.state {
            case .there: true
            // What clients of this node wait for is opened elsewhere; another node gets its lines back.
            case .sought: placement.waiting.allSatisfy { !$0.isNode }
            case .opening, .here, .leaving: false
            }
        }
        guard isDrained else { return }
        hasDrained = true
        node?.leave { [self] in
            for client in clients {
                say(client, client.isNode ? Relay.leaving : "@leaving", Body(["node": node?.options.name ?? ""]))
                for relay in client.relays.values { relay.endInput() }
            }
            checkRelays()
        }
    }

    /// Ends once no other node sends lines for cores that were here, and those of this one's clients are answered.
    func checkRelays() {
        guard hasDrained, node?.hasLeft ?? false else { return }
        if clients.allSatisfy({ !$0.isNode && $0.relays.isEmpty }) { endNode() }
    }

    private func endNode() {
        node = nil
        end()
    }
}
