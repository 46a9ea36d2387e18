import Adit
import AditState
import Testing

@testable import AditPostgres

// The tables, and those of older versions.
extension PostgresTests {
    @Test
    func
        `GIVEN tables of version 1 WHEN they are upgraded THEN a core has its state, and the tables of nodes are there`()
        throws
    {
        _ = try? cluster.run("CREATE DATABASE upgraded")
        let address = cluster.address.replacing("dbname=postgres", with: "dbname=upgraded")
        #expect(try PostgresSchema.create(in: address).old == nil)
        try PostgresStorage.open(address, core: "old", app: "todo").write(
            StorageHead(revision: 1, opens: 1), entries: { .empty }
        ) { sink in
            try Array("41".utf8).withUnsafeBytes { try sink.put(RowText($0), of: "/count") }
        }
        // What version 1 lacks.
        let connection = try Connection(Address(address))
        defer { connection.close() }
        try connection.run("DROP TABLE adit.node, adit.place; UPDATE adit.meta SET version = 1")

        let failure = #expect(throws: StorageFailure.self) {
            _ = try PostgresStorage.open(address, core: "old", app: "todo")
        }
        #expect(
            failure?.description.contains(
                "has tables of version 1; version 2 is expected: adit store init --postgres upgrades them") ?? false)
        let upgraded = try PostgresSchema.create(in: address)
        #expect((upgraded.old, upgraded.new) == (1, 2))
        #expect(try PostgresStorage.open(address, core: "old", app: "todo").head?.revision == 1)
        #expect(try connection.value("SELECT count(*) FROM adit.place, adit.node") == "0")
    }

    @Test func `GIVEN tables of a newer version THEN they are left as they are, and refused`() throws {
        _ = try? cluster.run("CREATE DATABASE newer")
        let address = cluster.address.replacing("dbname=postgres", with: "dbname=newer")
        try PostgresSchema.create(in: address)
        let connection = try Connection(Address(address))
        defer { connection.close() }
        try connection.run("UPDATE adit.meta SET version = 3")
        let failure = #expect(throws: StorageFailure.self) { try PostgresSchema.create(in: address) }
        #expect(failure?.description.contains("so a newer library opens them") ?? false)
        #expect(try connection.value("SELECT version FROM adit.meta") == "3")
    }
}
