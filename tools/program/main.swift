import ArgumentParser
import Glibc

Console.openStreams()
exit(run(Array(CommandLine.arguments.dropFirst())))

/// Runs a command line.
///
/// - Returns: the status of the process: 0, 1 if what was asked for did not succeed, 2 if nothing was done, for the
///   command line, a library or a file is no good.
private func run(_ arguments: [String]) -> Int32 {
    do throws(Failure) { try RootCommand.checkNames(in: arguments) } catch {
        if let text = error.text { Console.complain(text) }
        return error.status.rawValue
    }
    var type: any ParsableCommand.Type = RootCommand.self
    do {
        // -V, as other programs have it.
        var command = try RootCommand.parseAsRoot(arguments == ["-V"] ? ["--version"] : arguments)
        type = Swift.type(of: command)
        try command.run()
        return 0
    } catch let failure as Failure {
        if let text = failure.text { Console.complain("\(RootCommand.path(of: type)): \(text)") }
        return failure.status.rawValue
    } catch let code as ExitCode {
        // The command has said why.
        return code.rawValue
    } catch let error as ValidationError {
        // Found by the command when it ran. Its usage is that of errors which the parser finds.
        Console.complain(
            """
            Error: \(error.message)
            Usage: \(RootCommand.usageString(for: type).replacing("\n", with: "\n       "))
              See '\(RootCommand.path(of: type)) --help' for more information.
            """)
        return Failure.Status.misuse.rawValue
    } catch {
        let text = RootCommand.fullMessage(for: error)
        guard RootCommand.exitCode(for: error).isSuccess else {
            Console.complain(text)
            return Failure.Status.misuse.rawValue
        }
        do throws(Failure) { try Console.print(text) } catch {
            Console.complain("adit: \(error.text ?? "")")
            return error.status.rawValue
        }
        return 0
    }
}
