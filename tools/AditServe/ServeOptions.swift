import Adit
import AditLibrary
import AditNodes
import NIOCore

/// What the command line asks of the server.
struct ServeOptions: Sendable {
    /// How clients come.
    enum Mode: Sendable {
        /// The parent is the one client, by standard input and output.
        case stdio
        /// The parent passes connections over standard input.
        case passed
        /// By sockets.
        case sockets
    }

    /// An app of a core, or of all cores of a node.
    struct App: Sendable {
        let name: String
        /// A JSON object.
        let config: JSONValue
    }

    /// A core of the command line.
    struct Core: Sendable {
        let name: String
        let app: App
    }

    /// Where HTTP is served, and to whom.
    struct HTTP: Sendable {
        /// Nil for a socket of systemd alone.
        let place: HostPort?
        let access: HTTPAccess
    }

    /// A node of a database.
    struct Node: Sendable {
        let name, postgres: String
        /// Where clients and other nodes come, and where other nodes find it; nil for the same place.
        let listening: HostPort
        let advertised: HostPort?
        /// Those whose cores are opened by any name.
        let apps: [App]
        /// In milliseconds.
        let lease: Int
        /// Of clients, and between nodes.
        let clientToken, token: Token
        /// Nil without TLS.
        let security: (any TransportSecurity)?

        /// The app of a name, which may be a client's.
        func app(_ name: String) -> App? { apps.first { ByteString($0.name) == ByteString(name) } }

        /// The app of a core that no node knows.
        var onlyApp: String? { apps.count == 1 ? apps.first?.name : nil }
    }

    /// A socket that systemd has opened.
    struct Inherited: Sendable {
        let descriptor: Int32
        /// `FileDescriptorName=` of its unit.
        let name: String
    }

    var libraries: [String]
    var mode: Mode
    /// The path of the socket, and that of the one whose clients have the authority of a host.
    var path, trustedPath: String?
    var http: HTTP?
    var node: Node?
    var inherited: [Inherited] = []
    /// The page of `adit inspect`; nil of `adit serve`.
    var inspection: Inspection?
    var cores: [Core] = []
    /// Clients of the socket have the authority of a host.
    var trusts = false
    var broadcasts = false
    /// Some clients have the authority of a host.
    var hasTrustedClients: Bool {
        node != nil || trusts || trustedPath != nil || inherited.contains { $0.name == "trusted" }
    }
    /// Clients of both kinds may come: what untrusted ones may send is checked by the server.
    var isMixed: Bool {
        // A client of another node may be of either.
        if node != nil { return true }
        let isPlain = { (socket: Inherited) in socket.name != "trusted" && (socket.name == "http" || !trusts) }
        return hasTrustedClients && ((path != nil && !trusts) || http != nil || inherited.contains(where: isPlain))
    }
    /// In bytes.
    var longestLine = 16 << 20
    var mostOutput = 16 << 20
    var mostCrashes = 5
    /// How long a connection that is no client may take to become one, or to complete a request.
    var handshakeTimeout = TimeAmount.seconds(30)
    /// How long a process may take to answer; nil without a limit.
    var longestSilence: TimeAmount?
}

extension ServeOptions.App {
    /// The config of a core: in the database, and on two connections that all cores of the process share, unless the config
    /// says how many.
    func config(of core: String, in postgres: String) -> String {
        var config = config
        var store = config["store"] ?? JSONValue.object(JSONValue.Object())
        store["postgres"] = .string(postgres)
        store["core"] = .string(core)
        if store["connections"] == nil { store["connections"] = 2 }
        config["store"] = store
        return config.description
    }
}

/// A host and a port.
struct HostPort: Sendable, CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// Reads `HOST:PORT`; a host in brackets is an address of IPv6. Nil of anything else.
    ///
    /// - Parameter defaultHost: of a port alone; nil if that is nothing.
    init?(_ text: String, defaultHost: String? = nil) {
        let colon = text.lastIndex(of: ":")
        guard let host = colon.map({ String(text[..<$0]) }) ?? defaultHost, !host.isEmpty,
            let port = Int(colon.map { text[text.index(after: $0)...] } ?? text[...]), 0..<65536 ~= port
        else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.init(host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
    }

    /// Whether only this machine reaches it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
