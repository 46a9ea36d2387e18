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
    /// Checks the names of subcommands at the beginning of a command line, of which the parser says less.
    ///
    /// - Throws: ``Failure`` with the names that are expected.
    static func checkNames(in arguments: [String]) throws(Failure) {
        var command: any ParsableCommand.Type = RootCommand.self
        var (path, words) = ("adit", arguments[...])
        // `adit help` takes the same names.
        let isHelp = words.first == "help"
        if isHelp { words.removeFirst() }
        while !command.configuration.subcommands.isEmpty {
            guard let word = words.popFirst() else {
                if isHelp || command.configuration.defaultSubcommand != nil { return }
                throw Failure(.misuse, helpMessage(for: command))
            }
            if word.hasPrefix("-") || (isHelp && word == "help") { return }
            let subcommands = command.configuration.subcommands
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                let names = subcommands.compactMap { $0.configuration.commandName }
                throw Failure(
                    .misuse,
                    """
                    \(path): there is no command "\(word)"\(Spelling.advice(for: word, among: names)) One of \
                    \(names.joined(separator: ", ")) is expected (\(path) --help)
                    """)
            }
            (command, path) = (next, "\(path) \(word)")
        }
    }

    /// Returns the words that call a command, which stand before its errors: `adit store check`.
    static func path(of command: any ParsableCommand.Type) -> String {
        func path(_ type: any ParsableCommand.Type, _ words: String) -> String? {
            if type == command { return words }
            return type.configuration.subcommands.lazy.compactMap {
                path($0, "\(words) \($0.configuration.commandName ?? "")")
            }.first
        }
        return path(RootCommand.self, "adit") ?? "adit"
    }
}
