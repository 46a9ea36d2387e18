import Adit
import AditSQLite
import ArgumentParser
import Glibc
import Synchronization

struct StoreRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write the data that can be saved of a damaged store to a new file.",
        discussion: """
            The damaged file is not changed. With a LIBRARY, what is no state of its app is left out. The new file is there \
            when it is complete: ^C leaves none.
            """)

    @Argument(help: "The damaged file.", completion: .file())
    var file: String

    @Argument(help: "The new file.", completion: .file())
    var new: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String?

    @Argument(help: "The app; by default, the one that the file names.")
    var app: String?

    func run() throws(Failure) {
        try File.checkExists(file)
        try File.checkIsNew(new)
        Interrupt.begin()  // from before something is made
        // A part of a store could be taken for all of it, so it is made where nobody looks for it.
        var folder = ""
        do throws(SystemError) { folder = try Folder.makeTemporary(new + ".part") } catch {
            throw Failure(.failed, "\(new): \(error)")
        }
        defer { Folder.remove(folder) }
        let part = (Folder.real(folder) ?? folder) + "/store"
        do throws(Failure) {
            let sentence = try BackgroundWork.run(
                "repair", expecting: File.size(file), at: [part, part + "-wal"], try work(part))
            guard !File.isTaken(new) else { throw Failure(.failed, "\(new) is there already, by now") }
            guard rename(part, new) == 0 else { throw Failure(.failed, "\(new): \(SystemError())") }
            try Console.print(sentence.replacing(part, with: new))
        } catch {
            throw Failure(error.status, error.text?.replacing(part, with: new))
        }
    }

    /// Returns what writes the new file, and says how that went.
    private func work(_ part: String) throws(Failure) -> @Sendable () -> Result<String, Failure> {
        let file = file
        guard let library else {
            let advice = try advice()
            return {
                Result { () throws(Failure) in
                    do throws(StorageFailure) {
                        return "repaired: \(try SQLiteStorage.repair(file, to: part))"
                    } catch {
                        let failure = Failure(error)
                        throw Failure(failure.status, (failure.text ?? "") + advice)
                    }
                }
            }
        }
        let app: StoreApp
        do throws(Failure) {
            app = try StoreApp(of: StorePlace(file, core: nil), library: library, app: self.app)
        } catch {
            guard error.status == .failed, self.app == nil else { throw error }
            throw Failure(.failed, (error.text ?? "") + advice(library.shellQuoted))
        }
        return {
            Result { () throws(Failure) in try app.run(["path": .string(file), "repair": .string(part)]) }
        }
    }

    /// Returns what can still be done if nothing is saved; "" of a file that names its app.
    private func advice() throws(Failure) -> String {
        do throws(Failure) {
            _ = try StoreReading.identify(file)
            return ""
        } catch {
            // What is no store is refused.
            guard error.status == .failed else { throw error }
            return advice("LIBRARY")
        }
    }

    private func advice(_ library: String) -> String {
        """
        . With the name of its app, its library may save more: adit store repair \(file.shellQuoted) \(new.shellQuoted) \
        \(library) APP
        """
    }
}

/// Work that is one call, on another thread: the main one shows how much is written, and ends at ^C.
enum BackgroundWork {
    private final class Outcome: Sendable {
        let result = Mutex<Result<String, Failure>?>(nil)
    }

    /// Runs the work.
    ///
    /// - Parameters:
    ///   - name: as it is shown.
    ///   - bytes: about how much it writes.
    ///   - paths: the files that it writes.
    /// - Throws: its failure; ``Failure`` at ^C. The thread may still be at work then: the process is to end.
    static func run(
        _ name: String, expecting bytes: Int, at paths: [String],
        _ body: @escaping @Sendable () -> Result<String, Failure>
    ) throws(Failure) -> String {
        let outcome = Outcome()
        Task.detached {
            let result = body()
            outcome.result.withLock { $0 = result }
        }
        var progress = ProgressLine()
        defer { progress.clear() }
        while true {
            if let result = outcome.result.withLock({ $0 }) { return try result.get() }
            if Interrupt.isRequested { throw Failure(.interrupted, "interrupted; nothing was written") }
            progress.show(name, Double(paths.reduce(0) { max($0, File.size($1)) }), of: Double(bytes))
            usleep(20_000)
        }
    }
}
