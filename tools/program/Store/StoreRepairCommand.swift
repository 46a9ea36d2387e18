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
        guard File.exists(file) else { throw Failure(.misuse, "\(file): No such file or directory") }
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
        if let library {
            let store = try StorePlace(file, core: nil)
            let app = try advising { () throws(Failure) in try StoreApp(of: store, library: library, app: self.app) }
            return {
                Result { () throws(Failure) in try app.run(["path": .string(file), "repair": .string(part)]) }
            }
        }
        let stored = try advising { () throws(Failure) in try StoreReading.identify(file) }
        return {
            Result { () throws(Failure) in
                do throws(StorageFailure) {
                    return "repaired: \(try SQLiteEngine().repair(stored, to: part) { _ in [] })"
                } catch {
                    throw Failure(error)
                }
            }
        }
    }
}

extension StoreRepairCommand {
    /// Adds to the error of a file that is too damaged to name its app what can still be done.
    private func advising<R>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
        do throws(Failure) { return try body() } catch {
            guard error.status == .failed, app == nil, access(file, W_OK) == 0 else { throw error }
            throw Failure(
                .failed,
                """
                \(error.text ?? ""). With the name of its app, its library may save more: \
                adit store repair \(file.shellQuoted) \(new.shellQuoted) \(library?.shellQuoted ?? "LIBRARY") APP
                """)
        }
    }
}

/// Work that is one call, on a thread of its own: the main one shows how much is written, and ends at ^C.
enum BackgroundWork {
    private typealias Body = @Sendable () -> Result<String, Failure>

    private final class Job: Sendable {
        let body: Body
        let result = Mutex<Result<String, Failure>?>(nil)

        init(_ body: @escaping Body) { self.body = body }
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
        let job = Job(body)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
                let result = job.body()
                job.result.withLock { $0 = result }
                return nil
            }, Unmanaged.passRetained(job).toOpaque())
        guard code == 0 else { throw Failure(.failed, "\(SystemError(code))") }
        var progress = ProgressLine()
        defer { progress.clear() }
        while true {
            if let result = job.result.withLock({ $0 }) {
                pthread_join(thread, nil)
                return try result.get()
            }
            if Interrupt.isRequested { throw Failure(.interrupted, "interrupted; nothing was written") }
            progress.show(name, Double(paths.reduce(0) { max($0, File.size($1)) }), of: Double(bytes))
            usleep(20_000)
        }
    }
}
