// SPDX-License-Identifier: Apache-2.0
import AditServe
import ArgumentParser
import Glibc

struct AditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "adit", subcommands: [ServeCommand.self])
}

do {
    var command = try AditCommand.parseAsRoot()
    try command.run()
} catch {
    let code = AditCommand.exitCode(for: error)
    if code == .validationFailure {
        let text = AditCommand.fullMessage(for: error) + "\n"
        _ = Array(text.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        exit(2)
    }
    AditCommand.exit(withError: error)
}
