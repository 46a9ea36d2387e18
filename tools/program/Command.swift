import AditLibrary
import AditServe
import ArgumentParser
import CAdit

/// `adit`: the programs of Adit, as one. Each subcommand has a folder.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adit", abstract: "Tools for cores of Adit libraries.", version: "adit (Adit \(ADIT_VERSION))",
        subcommands: [
            NewCommand.self, ShellCommand.self, ScenarioCommand.self, ReplayCommand.self, CatalogCommand.self,
            GenerateCommand.self,
            StoreCommand.self, ServeCommand<NIOTransportSecurity>.self, CoresCommand.self, InspectCommand.self,
        ])
}

extension RootCommand {
    /// Returns what is wrong with the name of the subcommand; nil if there is such a one.
    static func fault(in arguments: [String]) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word = arguments.first, !word.hasPrefix("-"), word != "help", !names.contains(word) else {
            return nil
        }
        let suggestion = Spelling.nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? "."
        return
            "there is no command \"\(word)\"\(suggestion) One of \(names.joined(separator: ", ")) is expected (adit --help)"
    }
}

/// A subcommand.
protocol AditCommand: ParsableCommand {
    /// What stands before its errors: `adit catalog`.
    static var path: String { get }

    /// Does what was asked for.
    func execute() throws(Failure)
}

extension AditCommand {
    static var path: String { "adit \(configuration.commandName ?? "")" }

    func run() throws { try execute() }
}
