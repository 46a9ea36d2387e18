import AditLibrary
import ArgumentParser
import Glibc

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a package with a core: a feature, its test, a scenario, and a host.",
        discussion: "The package builds at once. The status is 0, or 2 if nothing was written.")

    @Argument(help: "The name of the core: letters and digits, such as shoppingList.")
    var name: String

    @Argument(help: "A folder that does not exist; by default, NAME.", completion: .directory)
    var folder: String?

    @Option(help: "The language of the host.")
    var host = HostLanguage.c

    private static let reserved: Set = [
        "Adit", "Swift", "Message", "Testing", "State", "Feature", "Table", "Effects", "App", "Core", "Entry",
        "Dispatch", "Foundation", "Glibc", "Observation", "Synchronization", "XCTest",
    ]

    func run() throws(Failure) {
        guard let first = name.first, first.isLetter,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else {
            throw Failure(
                .misuse,
                "found the name \"\(name)\"; letters and digits are expected, a letter first, such as \"shoppingList\"")
        }
        guard name.utf8.count <= 64 else {
            throw Failure(.misuse, "found a name of \(name.utf8.count) characters; at most 64 are expected")
        }
        let type = first.uppercased() + name.dropFirst()
        guard !NewCommand.reserved.contains(type) else {
            throw Failure(.misuse, "the name \"\(name)\" is one of Adit or of Swift; another one is expected")
        }
        let installation = try Installation()
        if let taken = installation.targets.first(where: { [type, type + "Core", type + "CoreTests"].contains($0) }) {
            throw Failure(
                .misuse,
                """
                the name "\(name)" makes a target \(taken), and a package that Adit is built with has one of that \
                name; another name is expected
                """)
        }
        var folder = folder ?? name
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        guard !folder.isEmpty else { throw Failure(.misuse, "found an empty name of a folder") }
        guard !File.isTaken(folder) else {
            throw Failure(.misuse, "found \(folder); a folder that does not exist is expected")
        }
        let values = [
            "@Name@": type, "@name@": first.lowercased() + name.dropFirst(), "@ADIT_SWIFT@": installation.swift,
            "@ADIT_CONFIG@": installation.config ?? "", "@ADIT_BINDINGS@": installation.bindings,
            "@ADIT_GO@": installation.goModule,
        ]
        try write(installation.templates, host: "\(installation.hosts)/\(host.rawValue)", to: folder, values)
        if !File.exists(installation.swift + "/Adit/Package.swift") {
            Console.complain(
                "adit new: found no \(installation.swift)/Adit, which it builds with (Debian: libadit-swift-dev)")
        }
        if host.needsBinding, !File.exists("\(installation.bindings)/\(host.rawValue)") {
            Console.complain(
                "adit new: found no \(installation.bindings)/\(host.rawValue), which the host needs (Debian: libadit-dev)"
            )
        }
        if installation.config == nil {
            Console.complain(
                """
                adit new: found no AditConfig.cmake beneath \(installation.prefix), which CMake needs (Debian: \
                libadit-dev); -DCMAKE_PREFIX_PATH= names its place
                """)
        }
        try Console.print(
            """
            \(folder) has the core "\(values["@name@"] ?? "")". Next: cd \(folder.shellQuoted) && cmake -B build && \
            cmake --build build && ctest --test-dir build
            """)
    }

    /// Writes the package beside its place first, so that it is there as a whole or not at all.
    private func write(
        _ templates: String, host: String, to folder: String, _ values: [String: String]
    ) throws(Failure) {
        let parent = File.parts(of: folder).folder
        guard File.exists(parent) else { throw Failure(.misuse, "found no folder \(parent) to write \(folder) in") }
        var part = ""
        do throws(SystemError) { part = try Folder.makeTemporary("\(parent)/.adit-new") } catch {
            throw Failure(.misuse, "could not write in \(parent): \(error)")
        }
        do throws(SystemError) {
            guard chmod(part, 0o755) == 0 else { throw SystemError() }
            try copy(templates, to: part, values)
            guard mkdir("\(part)/host", 0o777) == 0 else { throw SystemError() }
            try copy(host, to: "\(part)/host", values)
            guard rename(part, folder) == 0 else { throw SystemError() }
        } catch {
            Folder.remove(part)
            throw Failure(.misuse, "\(folder): \(error)")
        }
    }

    private func copy(_ from: String, to folder: String, _ values: [String: String]) throws(SystemError) {
        for entry in try Folder.entries(of: from) {
            let name = entry.name == "gitignore" ? ".gitignore" : replaced(entry.name, values)
            if entry.isFolder {
                guard mkdir("\(folder)/\(name)", 0o777) == 0 else { throw SystemError() }
                try copy("\(from)/\(entry.name)", to: "\(folder)/\(name)", values)
            } else {
                let text = String(decoding: try File.bytes(of: "\(from)/\(entry.name)"), as: UTF8.self)
                try File.write(replaced(text, values), to: "\(folder)/\(name)")
            }
        }
    }

    private func replaced(_ text: String, _ values: [String: String]) -> String {
        values.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
}

/// The languages of hosts, each with a folder of that name among the templates.
enum HostLanguage: String, CaseIterable, ExpressibleByArgument {
    case c, cpp, python, node, rust, go

    /// Whether the host is made with a package of the bindings. Those of C and C++ need headers alone.
    var needsBinding: Bool { self != .c && self != .cpp }
}

/// What is installed, or built, with this program.
private struct Installation {
    let prefix: String
    let templates: String
    /// The folder of the hosts, one for each language.
    let hosts: String
    /// The folder of the bindings' packages.
    let bindings: String
    /// The folder of the Swift sources for authors of cores.
    let swift: String
    /// The folder of AditConfig.cmake; nil if it is not installed.
    let config: String?

    /// From PREFIX/bin or PREFIX/libexec/adit; from tools/ of the build folder, which is laid out like a prefix.
    init() throws(Failure) {
        guard let program = Folder.real("/proc/self/exe") else {
            throw Failure(.misuse, "/proc/self/exe: \(SystemError())")
        }
        let here = File.parts(of: program).folder
        let places = ["\(here)/../share/adit", "\(here)/../../share/adit"]
        guard let share = places.first(where: { File.exists($0 + "/new") }).flatMap(Folder.real) else {
            throw Failure(
                .misuse,
                "found no templates beside \(here); it runs from where Adit is installed or built (scripts/build)")
        }
        templates = share + "/new"
        hosts = share + "/hosts"
        bindings = share + "/bindings"
        swift = Console.variable("ADIT_SWIFT") ?? share + "/swift"
        let prefix = Folder.real(share + "/../..") ?? share
        self.prefix = prefix
        let libraries = ["\(prefix)/lib", "\(prefix)/lib64"]
        let architectures = ((try? Folder.entries(of: "\(prefix)/lib")) ?? []).filter(\.isFolder).map {
            "\(prefix)/lib/\($0.name)"
        }
        config = ((libraries + architectures).map { $0 + "/cmake/Adit" } + ["\(prefix)/cmake"]).first {
            File.exists($0 + "/AditConfig.cmake")
        }
    }

    /// The targets of the packages that a core is built with. SwiftPM takes no two of one name.
    var targets: [String] {
        func folders(_ path: String) -> [String] {
            ((try? Folder.entries(of: path)) ?? []).filter(\.isFolder).map(\.name)
        }
        return folders(swift).flatMap { folders("\(swift)/\($0)/Sources") }
    }

    /// The path of Go's module, as its `go.mod` has it.
    var goModule: String {
        let text = (try? File.bytes(of: bindings + "/go/go.mod")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("module ") }
        return line.map { String($0.dropFirst("module ".count)) } ?? "adit"
    }
}
