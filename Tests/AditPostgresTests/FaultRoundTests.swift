import Adit
import AditState
import Glibc
import TestSupport
import Testing

@testable import AditPostgres

/// Writers that are killed and stopped, whose backends end, and whose cores others open, with an oracle that reads what they say.
extension PostgresTests {
    /// A process that writes a core (`Writer`), and what it has said.
    private final class Writer {
        let process: pid_t
        private let output: Int32

        /// - Parameter isShared: whether its connection is one that others could share.
        init(_ address: String, _ core: String, _ label: String, isShared: Bool) throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
            defer { posix_spawn_file_actions_destroy(&actions) }
            let program = try Self.path
            let arguments = [program, address, core, label] + (isShared ? ["1"] : [])
            var pointers = arguments.map { strdup($0) } + [nil]
            defer { for pointer in pointers { free(pointer) } }
            var child = pid_t()
            try #require(posix_spawn(&child, program, &actions, nil, &pointers, environ) == 0, "\(program)")
            close(ends[1])
            (process, output) = (child, ends[0])
        }

        /// Waits for its end, and returns its lines. A line that was not printed whole was heard by nobody.
        func lines() -> [String] {
            var text: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 14)
            while true {
                let count = read(output, &chunk, chunk.count)
                if count <= 0 { break }
                text += chunk.prefix(count)
            }
            close(output)
            var status: Int32 = 0
            waitpid(process, &status, 0)
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.dropLast().map(String.init)
        }

        /// Beside the program that runs the tests.
        private static var path: String {
            get throws {
                var buffer = [CChar](repeating: 0, count: 4096)
                let count = readlink("/proc/self/exe", &buffer, buffer.count)
                let test = CommandLine.arguments.first { $0.contains("/AditPackageTests") }
                let running = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
                let program = test ?? String(decoding: running, as: UTF8.self)
                return String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)]) + "/PostgresWriter"
            }
        }
    }

    @Test func `GIVEN writers under faults, in 200 rounds THEN what they said of their batches is true`() throws {
        let rounds = setting("ADIT_POSTGRES_ROUNDS", 200)
        var random = SeededGenerator(seed: UInt64(setting("ADIT_POSTGRES_SEED", 1)))
        var (heard, denied, unknown): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        var (fenced, lost) = (0, 0)
        for round in 1...rounds {
            func start(_ label: String) throws -> Writer {
                try Writer(
                    cluster.address, "rounds", "\(round)\(label)", isShared: Bool.random(using: &random))
            }
            let first = try start("a")
            usleep(UInt32.random(in: 60_000...160_000, using: &random))
            var lines: [String] = []
            switch Int.random(in: 0..<4, using: &random) {
            case 0: break
            case 1:
                // A rival, beside it.
                let second = try start("b")
                usleep(UInt32.random(in: 60_000...160_000, using: &random))
                kill(second.process, SIGKILL)
                lines += second.lines()
            case 2:
                // Its backend ends, wherever it is; it goes on.
                try cluster.run(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE application_name = 'adit' AND pid <> pg_backend_pid()
                    """)
                usleep(UInt32.random(in: 20_000...100_000, using: &random))
            default:
                // It is stopped, another takes the core, and it goes on.
                kill(first.process, SIGSTOP)
                let second = try start("b")
                usleep(UInt32.random(in: 60_000...160_000, using: &random))
                kill(first.process, SIGCONT)
                usleep(20_000)
                kill(second.process, SIGKILL)
                lines += second.lines()
            }
            kill(first.process, SIGKILL)
            lines += first.lines()

            for line in lines {
                let id = String(line.dropFirst(2))
                switch line.first {
                case "w": heard.insert(id)
                case "n": denied.insert(id)
                case "u": unknown.insert(id)
                case "f": fenced += 1
                // Its backend ended while it opened the core.
                case "e" where line.contains("the connection is lost"): lost += 1
                default: Issue.record("round \(round): found \(line)")
                }
            }
            var stored: [String] = []
            let storage = try PostgresStorage.open(cluster.address, core: "rounds", app: "todo")
            if try storage.readTables().isEmpty { continue }
            try storage.readMembers { _, _ in }
            try storage.readElements(of: "/items") { id, _ in stored.append(id.string) }
            let all = Set(stored)
            try #require(all.count == stored.count, "round \(round): an element is there twice")
            try #require(heard.isSubset(of: all), "round \(round): lost \(heard.subtracting(all))")
            try #require(denied.isDisjoint(with: all), "round \(round): there are \(denied.intersection(all))")
            // One revision for each element.
            try #require(storage.head?.revision == stored.count, "round \(round)")
        }
        print(
            """
            \(rounds) rounds: \(heard.count) written, \(denied.count) not written, \(unknown.count) unknown; \(fenced) \
            fenced, \(lost) lost while opening
            """)
        #expect(heard.count > rounds)
        #expect(fenced > 0)
    }
}

/// A number of the environment, for longer runs.
private func setting(_ name: String, _ usual: Int) -> Int { getenv(name).flatMap { Int(String(cString: $0)) } ?? usual }
