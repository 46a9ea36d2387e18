import AditJSON
import AditState
import CPostgres

/// The address of a database, as libpq takes it: `postgresql://host/name`, or `host=/run/postgresql dbname=name`.
struct Address: Hashable, Sendable {
    // A password is compared by its bytes.
    private let text: ByteString
    /// The address without passwords, for messages.
    let name: String

    /// Reads an address.
    ///
    /// - Throws: ``StorageFailure`` `failed` if libpq does not understand it.
    init(_ text: String) throws(StorageFailure) {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            let reason = message.map { String(cString: $0) } ?? "no memory is left"
            PQfreemem(message)
            // libpq's text may quote the address, with a password.
            let kind = reason.prefix { $0 != "\"" && $0 != ":" }
            throw StorageFailure(
                .failed,
                "store.postgres could not be understood: \(kind); an address such as postgresql://HOST/DATABASE is expected"
            )
        }
        defer { PQconninfoFree(options) }
        var (host, database, port) = ("", "", "")
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val.map({ String(cString: $0) }) {
                switch String(cString: keyword) {
                case "host": host = value
                case "hostaddr" where host.isEmpty: host = value
                case "dbname": database = value
                case "port": port = ":" + value
                default: break
                }
            }
            option += 1
        }
        self.text = ByteString(text)
        name = "postgresql://\(host)\(port)/\(database)"
    }

    /// The parameters of a connection, with defaults for those that the address does not have.
    ///
    /// A later parameter overrides an earlier one, so the address is last.
    var parameters: [(key: String, value: String)] {
        [
            ("fallback_application_name", "adit"),
            // Without an answer, the system would wait for minutes.
            ("connect_timeout", "\(Timeouts.connection)"),
            ("tcp_user_timeout", "\(Timeouts.statement + 1000)"),
            // Of several hosts, the one that is not a standby.
            ("target_session_attrs", "read-write"),
            ("dbname", text.string),
            ("client_encoding", "UTF8"),
        ]
    }
}

/// How long things may take.
enum Timeouts {
    /// Seconds to connect to a host.
    static let connection = 10
    /// Milliseconds for a statement, in the database.
    static let statement = 30_000
    /// Milliseconds to wait for the row of a core that another transaction holds.
    static let lock = 1000
    /// Milliseconds that a transaction may wait for its client, in the database: a stopped process keeps its core's row
    /// locked as long.
    static let idle = 5000
    /// Milliseconds to wait for an answer: after those of the database itself.
    static let answer: Int32 = 35_000
    /// Milliseconds from a farewell of the database to the end of the connection: a backend that is slow, at most.
    static let farewell: Int32 = 1000
    /// Milliseconds between two attempts to connect, which double up to the last.
    static let firstPause: Int32 = 50
    static let lastPause: Int32 = 5000
}
