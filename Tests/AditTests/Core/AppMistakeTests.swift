import Adit
import AditTesting
import Testing

/// GIVEN an app that lists what is never used, or a host that serves what nobody asks WHEN a core is made THEN a test fails by
/// it, and elsewhere the log has it.
struct AppMistakeTests {
    private func app(schemaVersion: Int = 1, from versions: [Int] = []) -> App<Words, Word> {
        App(
            "words", schemaVersion: schemaVersion, migrations: versions.map { StorageMigration(from: $0) { _ in } },
            state: Words(), gateways: [HostGateway<String, String>("fetch"), HostGateway<String, String>("print")]
        ) { _ in [] }
    }

    private func mistakes(of app: App<Words, Word>, serving gateways: Set<String> = []) -> [String] {
        TestFailures.collect { _ = app.makeCore(gateways: gateways, context: .test) }.map(\.text)
    }

    @Test func `a gateway that the app does not list is told, with those that it lists`() {
        #expect(mistakes(of: app(), serving: ["fetch", "print"]) == [])
        #expect(
            mistakes(of: app(), serving: ["fetsh", "print"]) == [
                """
                the app "words": the host serves the gateway "fetsh", which the app does not list and so never asks; did you \
                mean "fetch"? one of fetch, print
                """
            ])
    }

    @Test func `in a live core it is a warning of the log`() {
        let lines = Log<String>()
        _ = app().makeCore(gateways: ["other"], context: .live) { $0.logger = Logger(keepingIn: lines) }
        #expect(
            lines.entries == [
                """
                warning: the app "words": the host serves the gateway "other", which the app does not list and so never asks; \
                one of fetch, print
                """
            ])
    }

    @Test func `migrations from each version to the next are right`() {
        #expect(mistakes(of: app(schemaVersion: 3, from: [1, 2])) == [])
        // Stores of version 1 are given up.
        #expect(mistakes(of: app(schemaVersion: 3, from: [2])) == [])
        #expect(mistakes(of: app(schemaVersion: 3)) == [])
    }

    @Test(arguments: [Int.min, 0, 1, 2, .max])
    func `a migration that schemaVersion never uses is told`(version: Int) {
        #expect(
            mistakes(of: app(from: [version])) == [
                """
                the app "words": the migration from version \(version) is never used: schemaVersion is 1, and versions begin \
                at 1. Set schemaVersion to what the state is now, or leave the migration out
                """
            ])
    }

    @Test func `a version without a migration is told`() {
        #expect(
            mistakes(of: app(schemaVersion: 5, from: [1, 4]))
                == [2, 3].map { version in
                    """
                    the app "words": a migration from version \(version) is missing: a store of version 1 cannot be opened. Add \
                    it, or leave out those from earlier versions
                    """
                })
    }

    @Test func `two migrations from one version are told`() {
        #expect(
            mistakes(of: app(schemaVersion: 2, from: [1, 1])) == [
                """
                the app "words": 2 migrations are listed from version 1, of which the first is used; leave out the others
                """
            ])
    }
}
