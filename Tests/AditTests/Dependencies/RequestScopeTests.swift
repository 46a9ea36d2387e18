import Adit
import Testing

@Message
private enum Message: Equatable {
    case request(name: String)
    case response(name: String, lines: [String])
}

@Model
private struct Served: State, Equatable {
    var count = 0
    enum Change { case add }
    mutating func apply(_: Change) { count += 1 }
}

/// A server's core: a request comes in, and a response goes out. A request is looked up, answered and written down;
/// looking it up is done with files of its own.
private struct Server {
    let handle: Input<Message>
    let log: Log<Message>

    init() {
        let log = Log<Message>()
        let store = StateStore(Served())
        let disks = DiskReader()
        var root: Input<Message> = { _ in }
        let feature = Feature<Message>(.request) { message in
            guard case .request(let name) = message else { return }
            var lines = ["begin: \(disks.fileManager.name)"]
            withDependencies {
                $0.fileManager = Disk(name: "archive of \($0.fileManager.name)")
            } operation: {
                lines.append("look up: \(disks.fileManager.name), \(disks.userDefaults.name)")
            }
            lines.append("end: \(disks.fileManager.name)")
            store.change(.add)
            try root(.response(name: name, lines: lines))
        }
        root = createAppCore(store: store, receivers: [{ log.add($0) }], features: [feature])
        handle = root
        self.log = log
    }

    /// The lines of the response.
    func lines(of name: String) throws -> [String] {
        try handle(.request(name: name))
        guard case .response(_, let lines)? = log.entries.last else { return [] }
        return lines
    }
}

/// GIVEN a core that turns a request into a response WHEN the world is another one for a request THEN it is so from its
/// beginning to its end, or for a part of that, and for no other request.
@Suite struct RequestScopeTests {
    private let server = Server()

    @Test func D4_aRequestGoesInAndAResponseComesOut() throws {
        // WHEN
        let lines = try server.lines(of: "a")
        // THEN
        #expect(server.log.entries == [.request(name: "a"), .response(name: "a", lines: lines)])
        #expect(lines.count == 3)
    }

    @Test func D10_aPartOfARequestIsAltered() throws {
        #expect(
            try server.lines(of: "a") == [
                "begin: test files", "look up: archive of test files, test defaults", "end: test files",
            ])
    }

    @Test func D6_D10_oneRequestIsAlteredAndTheNextIsNot() throws {
        // WHEN
        let altered = try withDependencies {
            $0.fileManager = Disk(name: "files of a")
            $0.userDefaults = Disk(name: "defaults of a")
        } operation: {
            try server.lines(of: "a")
        }
        let plain = try server.lines(of: "b")
        // THEN
        #expect(
            altered == ["begin: files of a", "look up: archive of files of a, defaults of a", "end: files of a"])
        #expect(plain == ["begin: test files", "look up: archive of test files, test defaults", "end: test files"])
    }

    @Test func D10_anAlteredPartEndsWithAnErrorToo() {
        // GIVEN
        struct Lost: Error, Equatable {}
        let disks = DiskReader()
        // WHEN
        #expect(throws: Lost()) {
            try withDependencies {
                $0.fileManager = .mock
            } operation: {
                throw Lost()
            }
        }
        #expect(throws: Lost()) {
            try withDependencies { _ in
                throw Lost()
            } operation: {
            }
        }
        // THEN
        #expect(disks.fileManager.name == "test files")
    }
}
