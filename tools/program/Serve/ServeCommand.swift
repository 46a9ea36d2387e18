import ArgumentParser
import Glibc

/// Runs `adit-serve`, which is a program of its own.
struct ServeCommand: AditCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run cores in processes of their own (adit serve --help).", helpNames: [])

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func execute() throws(Failure) {
        let folder = try Programs.folder()
        for place in [folder, folder + "/../libexec/adit"] {
            let path = place + "/adit-serve"
            guard access(path, X_OK) == 0 else { continue }
            let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, words)
            throw Failure(.misuse, "\(path): \(SystemError())")
        }
        throw Failure(
            .misuse, "there is no program adit-serve in \(folder) or in ../libexec/adit beside it; install it there")
    }
}
