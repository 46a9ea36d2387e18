import Adit
import AditLibrary

// The server's own lines.

extension Server {
    /// The version of the lines.
    private static let protocolVersion = 1

    /// Says a line to a client.
    func say(_ client: Client, _ key: String, _ body: Body, id: String? = nil, core: String? = nil) {
        say(client, line: line(key, body.json, id: id, core: core))
    }

    func say(_ client: Client, line: String) {
        client.say(line)
        touch(client)
    }

    /// Says a line to all clients that use a core.
    func sayToUsers(of core: Core, _ key: String, _ body: Body) {
        let text = line(key, body.json, core: core.name)
        for client in core.users.values { say(client, line: text) }
        // A parent hears of all cores.
        if options.mode == .stdio, let parent = clients.first, !parent.uses(core) { say(parent, line: text) }
    }

    /// Says why a line had no effect, unless its client is gone.
    ///
    /// - Parameters:
    ///   - code: one of adit.h, or of the server itself (docs/serve.md).
    ///   - offset: in the line; nil if unknown, as the core's name and the JSON of its `@id` are.
    func refuse(
        _ client: Client?, _ code: String, _ message: String, offset: Int? = nil, core: String? = nil, id: String? = nil
    ) {
        guard let client else { return }
        figures.refusals += 1
        var body = Body(["code": code, "message": message])
        if let offset { body.add("offset", json: String(offset)) }
        say(client, "@refused", body, id: id, core: core)
    }

    func sayReady(to client: Client) {
        var (body, cores) = (Body(), Body())
        body.add("protocol", json: String(Server.protocolVersion))
        body.add("adit", processes.first?.version ?? "")
        body.add("trusted", json: String(client.isTrusted))
        if let name = client.name { body.add("client", name.text) }
        body.add("apps", json: appsText)
        for case let core? in self.cores where !core.isHosted { cores.add(core.name, core.app) }
        body.add("cores", json: cores.json)
        say(client, "@ready", body)
    }

    /// Notes what `adit_catalog` answers for NULL, of all libraries.
    func updateApps() {
        var all = JSONValue.Object()
        for process in processes {
            for member in process.apps { all[member.key] = member.value }
        }
        appsText = JSONValue.object(all).description
    }
}
