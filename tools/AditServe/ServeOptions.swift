// SPDX-License-Identifier: Apache-2.0
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

    var libraries: [String]
    var mode: Mode
    /// The path of the socket.
    var path: String?
    var cores: [Core] = []
    /// Clients of the socket have the authority of a host.
    var trusts = false
    var broadcasts = false
    /// In bytes.
    var longestLine = 16 << 20
    var mostOutput = 16 << 20
    var mostCrashes = 5
    /// How long a process may take to answer; nil without a limit.
    var longestSilence: TimeAmount?
}
