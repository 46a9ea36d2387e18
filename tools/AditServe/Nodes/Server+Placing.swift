import Adit
import AditNodes
import NIOCore

// A server that is a node: lines for cores that are not open here find their way.

extension Server {
    /// Passes a line on to wherever its core is. If that is not known, the line waits, and all that its client sends after it.
    func passOn(_ line: Bytes, toCore name: String, of client: Client) {
        guard name.isCoreName else {
            return refuse(client, "ecore", "there is no core of that name", id: LineParts(line).id?.id)
        }
        guard let placement = placements[ByteString(name)] ?? seek(name) else {
            if client.isNode { return giveBack(line, ofCore: name, to: client) }
            return refuseAtEnd(client, core: name, id: LineParts(line).id?.id)
        }
        switch placement.state {
        case .there(let neighbour):
            if client.isNode, NIODeadline.now() - placement.since > .milliseconds(50) {
                // The other node thinks that it is here: perhaps it has been given back.
                client.park(line, for: placement)
                seekAgain(placement)
            } else if client.isNode {
                giveBack(line, ofCore: name, to: client)
            } else {
                relay(line, ofCore: name, of: client, to: neighbour)
            }
        case .sought, .opening, .leaving, .here: client.park(line, for: placement)
        }
    }

    /// Begins to look for a core; nil if the node ends.
    ///
    /// - Parameter app: its app, if it has never been opened; nil if that is not known.
    private func seek(_ name: String, app: String? = nil) -> Placement? {
        guard !isDraining else { return nil }
        let placement = Placement(name, app: app ?? node?.options.onlyApp)
        placements[ByteString(name)] = placement
        find(placement)
        return placement
    }

    /// An `@open` of a core of the database.
    func seek(_ name: String, app: String, for client: Client, id: String?) {
        guard let placement = placements[ByteString(name)] ?? seek(name, app: app) else {
            return refuseAtEnd(client, core: name, id: id)
        }
        placement.openers.append((client, app, id))
        switch placement.state {
        case .here, .there: settle(placement)
        default: break
        }
    }

    /// Refuses a line for a core that this node does not have, as it ends.
    func refuseAtEnd(_ client: Client, core name: String, id: String?) {
        refuse(client, "eclosed", "the node ends", core: name, id: id)
    }

    /// Takes a core that its node has lost, or that this node has been given.
    func adopt(_ name: String) {
        guard placements[ByteString(name)] == nil, coresByName[ByteString(name)] == nil,
            node?.isWillingToAdopt(name) ?? false
        else { return }
        _ = seek(name)
    }

    /// Looks for a core that is not where it was.
    func seekAgain(_ placement: Placement) {
        placement.state = .sought
        placement.soughtSince = .now()
        find(placement)
    }

    /// Asks the directory where a core is.
    private func find(_ placement: Placement) {
        guard let node else { return }
        if let fault = node.recentFault { return loop.execute { [self] in cannotPlace(placement, "estore", fault) } }
        node.place(placement.name, app: placement.app) { [self] result in
            guard case .sought = placement.state else { return }
            switch result {
            case .success(.here(let app)):
                placement.app = app
                open(placement, app: app)
            case .success(.there(let neighbour, let app, let lease)):
                placement.app = app
                found(placement, at: neighbour, lease: lease)
            case .success(.ofUnknownApp):
                cannotPlace(placement, "ecore", "there is no core of that name; @open with its app opens one")
            case .success(.noLease): cannotPlace(placement, "estore", node.whyNoLease)
            case .failure(let error):
                cannotPlace(placement, "estore", "it could not be found out where the core is: \(error.text)")
            }
        }
    }

    private func found(_ placement: Placement, at neighbour: Directory.Neighbour, lease: Int) {
        guard let pause = node?.pause(for: neighbour, lease: lease) else {
            placement.state = .there(neighbour)
            return settle(placement)
        }
        // It has its lease, and could not be reached.
        guard NIODeadline.now() - placement.soughtSince < Node.patience else {
            let message = "node \(neighbour.name) has the core, and cannot be reached at \(neighbour.address)"
            return cannotPlace(placement, "ecrashed", message)
        }
        loop.scheduleTask(in: pause) { [self] in
            if case .sought = placement.state { find(placement) }
        }
    }

    private func open(_ placement: Placement, app: String) {
        guard !isDraining else { return free(placement, "eclosed", "the node ends") }
        guard let options = node?.options.app(app), let process = process(of: app) else {
            return free(placement, "eapp", "the core is of the app \(app), which this node does not have")
        }
        guard process.state == .running else { return free(placement, "ecrashed", process.whyNotRunning) }
        guard coresByName[ByteString(placement.name)] == nil else {
            return free(placement, "ebusy", "this node has another core of that name, which is not in the database")
        }
        let config = options.config(of: placement.name, in: node?.options.postgres ?? "")
        let trust = config.withBytes { TrustConfig($0, hasTrustedClients: true, isMixed: true) }
        let core = makeCore(placement.name, app: app, config: trust.config, in: process)
        core.placement = placement
        core.isHeld = true
        placement.state = .opening(core)
        requestOpening(of: core)
    }

    /// A core that the directory has given to this node was opened, or was not.
    func wasOpened(_ core: Core, of placement: Placement, code: String?, _ text: String) {
        if let code {
            placement.state = .sought
            remove(core)
            return free(placement, code, text)
        }
        core.state = .open
        core.isHeld = false
        placement.state = .here(core)
        settle(placement)
        if isDraining { leave(core, for: nil) }
    }

    /// Gives up a core that this node was given, and cannot open: another node may.
    private func free(_ placement: Placement, _ code: String, _ text: String) {
        node?.noteRefusal(of: placement.name)
        node?.release(placement.name, forGood: false)
        cannotPlace(placement, code, text)
    }

    /// A core has been found, here or elsewhere: what waits for it goes on.
    func settle(_ placement: Placement) {
        for user in placement.users where !user.isRemoved {
            var body = Body(["core": placement.name])
            body.add("kept", json: "true")
            say(user, "@reopened", body, core: placement.name)
        }
        for (client, app, id) in placement.openers {
            let found = placement.app ?? app
            if found == app {
                say(client, "@opened", Body(["core": placement.name, "app": app]), id: id)
            } else {
                refuse(client, "eapp", "the core is of the app \(found)", core: placement.name, id: id)
            }
        }
        (placement.users, placement.openers) = ([], [])
        resumeWaiting(placement)
    }

    func resumeWaiting(_ placement: Placement) {
        let waiting = placement.waiting
        placement.waiting = []
        for client in waiting { resume(client) }
    }

    /// A core cannot be found, or not be opened: what waits for it is refused.
    private func cannotPlace(_ placement: Placement, _ code: String, _ text: String) {
        placements[ByteString(placement.name)] = nil
        for user in placement.users where !user.isRemoved {
            let body = Body(["core": placement.name, "code": code, "message": text])
            say(user, "@gone", body, core: placement.name)
        }
        for (client, _, id) in placement.openers {
            refuse(client, code, text, core: placement.name, id: id)
        }
        for client in placement.waiting {
            if let line = client.takeParked(for: placement) {
                let id = line.withUnsafeReadableBytes { LineParts(Bytes($0)).id?.id }
                refuse(client, code, text, core: placement.name, id: id)
            }
            resume(client)
        }
        placement.waiting = []
        checkDrained()
    }

    /// Handles the lines that a client has waiting, until one has to wait again.
    func resume(_ client: Client) {
        client.waits -= 1
        guard client.waits == 0, !client.isRemoved, !client.isDropped else { return }
        var lines = client.takeAllParked()
        while client.waits == 0, let parked = lines.popFirst() {
            parked.line.withUnsafeReadableBytes { handle(Bytes($0), of: client) }
        }
        client.park(lines)
        // It may have sent more meanwhile.
        client.hasLines = true
        touch(client)
    }
}
