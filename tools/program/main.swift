import ArgumentParser
import Glibc

Console.openStreams()
exit(run(Array(CommandLine.arguments.dropFirst())))

/// Runs a command line.
///
/// - Returns: the status of the process: 0, 1 if what was asked for did not succeed, 2 if nothing was done, for the
///   command line, a library or a file is no good.
private func run(_ arguments: [String]) -> Int32 {
    if arguments.isEmpty {
        Console.complain(RootCommand.helpMessage())
        return Failure.Status.misuse.rawValue
    }
    if let fault = RootCommand.fault(in: arguments) {
        Console.complain("adit: \(fault)")
        return Failure.Status.misuse.rawValue
    }
    var path = "adit"
    do {
        // -V, as other programs have it.
        var command = try RootCommand.parseAsRoot(arguments == ["-V"] ? ["--version"] : arguments)
        if let command = command as? any AditCommand { path = type(of: command).path }
        try command.run()
        return 0
    } catch let failure as Failure {
        if let text = failure.text { Console.complain("\(path): \(text)") }
        return failure.status.rawValue
    } catch let code as ExitCode {
        // The command has said why.
        return code.rawValue
    } catch {
        let text = RootCommand.fullMessage(for: error)
        guard RootCommand.exitCode(for: error).isSuccess else {
            Console.complain(text)
            return Failure.Status.misuse.rawValue
        }
        do throws(Failure) { try Console.print(text) } catch {
            Console.complain("\(path): \(error.text ?? "")")
            return error.status.rawValue
        }
        return 0
    }
}
