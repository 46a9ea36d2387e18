import Adit
import AditLibrary

// Requests to the server itself.

extension Server {
    /// Answers or refuses an object without `@core`.
    func handle(_ request: JSONValue.Object, in line: Bytes, of client: Client, id: String?) {
        if let body = request["@open"] {
            handleOpen(body, in: line, of: client, id: id)
        } else if let body = request["@catalog"] {
            handleCatalog(body, of: client, id: id)
        } else if let body = request["@sync"] {
            handleSync(body, in: line, of: client, id: id)
        } else if let body = request["@hello"] {
            handleHello(body, of: client, id: id)
        } else if let body = request["@gateways"] {
            handleGateways(body, in: line, of: client, id: id)
        } else if client.isNode, request[Relay.echo] != nil {
            say(client, Relay.echo, Body())
        } else {
            let message = """
                there is no "@core"; a message for a core has the core's name there, and a line to the server is one of \
                @open, @catalog, @sync, @hello, @gateways, @host
                """
            refuse(client, "emessage", message, id: id)
        }
    }

    private func handleOpen(_ body: JSONValue, in line: Bytes, of client: Client, id: String?) {
        if let name = body["core"]?.string, let app = body["app"]?.string, body.object?.count == 2, name.isCoreName,
            node?.options.app(app) != nil
        {
            return seek(name, app: app, for: client, id: id)
        }
        guard client.isTrusted else {
            let message = "@open: only trusted clients open cores; @ready lists those that are open"
            return refuse(client, "edenied", message, id: id)
        }
        let known: [ByteString] = ["core", "app", "config"]
        guard let name = body["core"]?.string, let app = body["app"]?.string, let members = body.object,
            members.allSatisfy({ known.contains(ByteString($0.key)) })
        else {
            let message = "@open: an object with core, app and config is expected, the first two strings"
            return refuse(client, "emessage", message, id: id)
        }
        if let config = line.member("@open")?.member("config"), !(config == "null") {
            open(name, app: app, config: config, for: client, id: id, start: config.start - line.start)
        } else {
            open(name, app: app, config: Bytes("{}"), for: client, id: id, start: 0)
        }
    }

    private func handleCatalog(_ body: JSONValue, of client: Client, id: String?) {
        guard let app = body["app"]?.string else {
            return refuse(client, "emessage", "@catalog: an object with app, a string, is expected", id: id)
        }
        guard let process = process(of: app) else {
            return refuse(client, "eapp", "no library has an app of that name; @ready lists them", id: id)
        }
        guard process.state == .running else {
            return refuse(client, "ecrashed", "the process of this library has crashed", id: id)
        }
        guard let catalog = process.catalogs[ByteString(app)] else {
            return refuse(client, "einternal", "there is no catalog of that app", id: id)
        }
        var body = Body(["app": app])
        body.add("catalog", json: catalog)
        say(client, "@catalog", body, id: id)
    }

    /// The core that a request names; nil, after a refusal, if there is none, and if another node has it.
    private func core(of body: JSONValue, in line: Bytes, for client: Client, id: String?) -> Core? {
        let name = body["core"]?.string
        guard let core = name.flatMap({ openCore($0) }) else {
            if node != nil, let name {
                passOn(line, toCore: name, of: client)
                return nil
            }
            refuse(client, "ecore", "core: the name of a core is expected", id: id)
            return nil
        }
        guard core.state != .crashed else {
            refuse(client, "ecrashed", "the process of the core is being started again", core: core.name, id: id)
            return nil
        }
        return core
    }

    private func handleSync(_ body: JSONValue, in line: Bytes, of client: Client, id: String?) {
        guard let core = core(of: body, in: line, for: client, id: id) else { return }
        let number = core.process.addToFlight(Message(kind: .sync, client: client, core: core, id: id))
        core.process.send(Frame(.mark, number: number))
        wasSent(to: core.process)
    }

    private func handleHello(_ body: JSONValue, of client: Client, id: String?) {
        guard !client.isParent, let text = body["client"]?.string, let name = text.withBytes({ ClientName($0) }),
            name.isMarked == client.name?.isMarked
        else {
            let message = """
                @hello: an object with client, a name that @ready gave, is expected from a client of a socket
                """
            return refuse(client, "emessage", message, id: id)
        }
        guard !client.hasUsedCores else {
            return refuse(client, "ebusy", "@hello comes before the first message to a core", id: id)
        }
        if let other = clientsByName[name] {
            guard other !== client, other.hasInputEnded else {
                return refuse(client, "ebusy", "a client of that name is connected", id: id)
            }
            // It only waits for answers, which come here now.
            disconnect(other)
        }
        if let former = client.name { clientsByName[former] = nil }
        client.take(name: name)
        clientsByName[name] = client
        for process in processes { process.flight.give(to: client) }
        say(client, "@hello", Body(["client": text]), id: id)
        for case let core? in cores { askAgain(core) }
    }

    private func handleGateways(_ body: JSONValue, in request: Bytes, of client: Client, id: String?) {
        guard client.isTrusted else {
            return refuse(client, "edenied", "@gateways: only trusted clients serve gateways", id: id)
        }
        let names = body["serves"]?.array?.map { $0.string }
        guard !client.isParent, let names, names.allSatisfy({ $0 != nil }) else {
            let message = """
                @gateways: an object with core and serves, an array of strings, is expected from a client of a socket
                """
            return refuse(client, "emessage", message, id: id)
        }
        guard let core = core(of: body, in: request, for: client, id: id) else { return }
        client.use(core)
        for case let name? in names { core.serve(name.quoted, by: client) }
        say(client, line: line("@gateways", body.description, id: id))
        askAgain(core)
    }
}
