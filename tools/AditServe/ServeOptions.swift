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

    /// A core of the command line.
    struct Core: Sendable {
        let name, app: String
        /// A JSON object.
        let config: String
    }

    /// Where HTTP is served, and to whom.
    struct HTTP: Sendable {
        let host: String
        /// Nil for a socket of systemd alone.
        let port: Int?
        let access: HTTPAccess
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
    var inherited: [Inherited] = []
    /// The page of `adit inspect`; nil of `adit serve`.
    var inspection: Inspection?
    var cores: [Core] = []
    /// Clients of the socket have the authority of a host.
    var trusts = false
    var broadcasts = false
    /// Some clients have the authority of a host.
    var hasTrustedClients: Bool { trusts || trustedPath != nil || inherited.contains { $0.name == "trusted" } }
    /// Clients of both kinds may come: what untrusted ones may send is checked by the server.
    var isMixed: Bool {
        let isPlain = { (socket: Inherited) in socket.name != "trusted" && (socket.name == "http" || !trusts) }
        return hasTrustedClients && ((path != nil && !trusts) || http != nil || inherited.contains(where: isPlain))
    }
    /// In bytes.
    var longestLine = 16 << 20
    var mostOutput = 16 << 20
    var mostCrashes = 5
    /// How long a process may take to answer; nil without a limit.
    var longestSilence: TimeAmount?
}
