import Adit
import AditJSON
import AditState

extension App {
    /// Returns the state that a core begins with as a fork, and its revision.
    ///
    /// - Parameters:
    ///   - origin: the core that the config names, which this thread drives; nil if it names a file.
    ///   - engine: the engine of stores.
    /// - Throws: ``HostError`` if there is no such state.
    func state(
        of fork: Config.Fork, origin: RunningApp?, by engine: any StorageEngine
    ) throws(HostError) -> (state: S, revision: Int) {
        let revision = fork.revision?.value
        do {
            if let origin {
                guard let store = origin.reading as? FollowedStore<S> else {
                    throw HostError(
                        .config, "fork.core: found a core of another app; one of the app \"\(name)\" is expected")
                }
                return try store.state(at: revision)
            }
            guard let path = fork.path else { throw HostError(.internalFault) }
            if try engine.hasOpen(path.absolute) || isStore(path.absolute, of: engine) {
                let found = try engine.readShared(file(path.absolute)) { storage in
                    try types.stateCoding.state(in: storage, at: revision)
                }
                return try found ?? firstState(of: path, at: revision)
            }
            let recorded = try RecordedState(path.path, by: engine, of: name, version: schemaVersion, at: revision)
            let state = try JSONReader.read(recorded.text.bytes, as: "a state that is", types.readState)
            return (state, recorded.revision)
        } catch let error as HostError {
            throw error
        } catch let failure as StorageFailure {
            throw HostError(failure)
        } catch let failure as CodingFailure where fork.path == nil || failure.path == "revision" {
            throw HostError(.config, failure.within("fork"))
        } catch {
            throw HostError(
                .schema, "\(fork.path?.path ?? "the core") holds no state of the app \"\(name)\": \(error)")
        }
    }

    /// The state of a store in which nothing was written yet.
    private func firstState(of path: FilePath, at revision: Int?) throws(CodingFailure) -> (state: S, revision: Int) {
        guard (revision ?? 0) == 0 else {
            throw CodingFailure(path: "revision", reason: "found \(revision ?? 0); \(path.path) has 0 alone")
        }
        return (makeState(), 0)
    }
}

/// The state in a recording as of a revision: the first one, changed as its batches were.
struct RecordedState {
    private(set) var text = JSONWriter()
    private(set) var revision = 0
    private let path: String
    private let wanted: Int?
    private var history: JSONHistory?

    /// Reads a recording up to a revision. A last line without an end is left out.
    ///
    /// - Parameters:
    ///   - app: the app that it is expected to be of.
    ///   - version: the version of that app's state.
    ///   - wanted: the revision; nil for the last one.
    /// - Throws: ``HostError`` if it is no recording of this app and version; ``CodingFailure`` if it has no such revision;
    ///   ``StorageFailure`` if it cannot be read.
    init(_ path: String, by engine: any StorageEngine, of app: String, version: Int, at wanted: Int?) throws {
        self.path = path
        self.wanted = wanted
        let file = try ImportFile(path, engine)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { memory.deallocate() }
        var (line, offset, isDone): ([UInt8], Int, Bool) = ([], 0, false)
        while !isDone, case let count = try file.read(at: offset, into: memory), count > 0 {
            offset += count
            var rest = memory[..<count]
            while !isDone, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                isDone = try !line.withUnsafeBytes { try take($0, of: app, version) }
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line += rest
        }
        guard let history else { throw HostError(.schema, "\(path) is neither a store nor a recording") }
        if let wanted, wanted != revision {
            throw CodingFailure(path: "revision", reason: "found \(wanted); one up to \(revision) is expected")
        }
        guard try history.write(to: text) == .value else { throw HostError(.internalFault) }
    }

    /// Takes a line.
    ///
    /// - Returns: whether later ones are wanted.
    private mutating func take(_ line: UnsafeRawBufferPointer, of app: String, _ version: Int) throws -> Bool {
        guard line.count < 1 << 30, hasRightChecksum(line) else {
            throw HostError(.schema, "\(path) is no recording, or is damaged behind revision \(revision)")
        }
        let isOpening = history == nil
        guard isOpening || JournalBatch.isBatch(line[...]) else { return true }
        return try JSONReader.read(line, as: "a line that is") { (root) throws(CodingFailure) in
            Result { try isOpening ? open(root, of: app, version) : follow(root) }
        }.get()
    }

    private mutating func open(_ root: JSONReader, of app: String, _ version: Int) throws -> Bool {
        guard let opening = root["open"], let state = root["state"]?.raw, let pointer = JSONPointer("") else {
            throw HostError(.schema, "\(path) is no recording")
        }
        guard opening["app"]?.string?.isSpelled(as: app) == true else {
            throw HostError(
                .schema, "\(path) is of the app \"\(opening["app"]?.string ?? "")\"; one of \"\(app)\" is expected")
        }
        guard opening["schema"]?.integer == Int64(version) else {
            throw HostError(.schema, "\(path) is of another version of the state; \(version) is expected")
        }
        revision = Int(opening["revision"]?.integer ?? 0)
        history = try JSONHistory(pointer, base: state)
        return revision != wanted
    }

    private mutating func follow(_ root: JSONReader) throws -> Bool {
        guard let batch = root["batch"], let history, let next = batch["revision"]?.integer else { return true }
        if let wanted, Int(next) > wanted {
            throw CodingFailure(
                path: "revision",
                reason: "found \(wanted), which lies within a batch; \(revision) or \(next) is expected")
        }
        if let changes = batch["changes"], changes.isArray {
            try history.redo(changes)
        } else if let state = root["state"]?.raw, let pointer = JSONPointer("") {
            self.history = try JSONHistory(pointer, base: state)
        }
        revision = Int(next)
        return revision != wanted
    }
}
