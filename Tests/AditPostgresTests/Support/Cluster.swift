import Glibc
import Testing

@testable import AditPostgres

/// A PostgreSQL of this process's own, which ends with it.
final class Cluster: Sendable {
    /// It is started by the first test that uses it; a test fails where PostgreSQL is not installed.
    static let shared = Cluster()

    /// The address of its database.
    let address: String
    private let problem: String?

    private init() {
        var template = Array("/tmp/adit-postgres-XXXXXX".utf8CString)
        mkdtemp(&template)
        let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        address = "host=\(folder) user=adit dbname=postgres"
        let script = "\(#filePath.dropLast("Cluster.swift".count))cluster.sh"
        // Its input ends when this process does, however that is.
        let process = popen("exec '\(script)' '\(folder)'", "w")
        for _ in 0..<1200 where access("\(folder)/ready", F_OK) != 0 { usleep(50_000) }
        guard process != nil, access("\(folder)/ready", F_OK) == 0 else {
            problem = "no PostgreSQL could be started by \(script)"
            return
        }
        do {
            try PostgresSchema.create(in: address)
            problem = nil
        } catch { problem = error.description }
    }

    /// The address, or the failure of the test that needs it.
    func start() throws -> String {
        try #require(problem == nil, "\(problem ?? "")")
        return address
    }

    /// Runs statements as the cluster's owner, and returns the first value of the last one's answer.
    @discardableResult
    func run(_ sql: String) throws -> String? {
        let connection = try Connection(Address(address))
        defer { connection.close() }
        return try connection.value(sql)
    }

    /// Runs statements each of which is a transaction, such as those that no other transaction may have around them.
    func runEach(_ statements: String...) throws {
        let connection = try Connection(Address(address))
        defer { connection.close() }
        for statement in statements { try connection.run(statement) }
    }

    /// Waits until a query's answer is `t`.
    func wait(for query: String) throws {
        for _ in 0..<2000 {
            if try run(query) == "t" { return }
            usleep(5000)
        }
        Issue.record("\(query) is not true in 10 s")
    }
}
