import TestSupport
@testable import Adit
@testable import AditJSON
@testable import AditState

/// A core whose state is a shop, which is written and read as a text.
final class TransferBench {
    private(set) var core: RunningApp
    let store: StateStore<Shop>
    let journal: Journal?
    private let listener = FirstFailure()

    /// - Parameter storage: what the state is kept in; nil: in memory.
    init(_ state: Shop = Shop(), storage: (any StateStorage)? = nil) throws {
        let app = App<Shop, ShopMessage>("shop", state: state) { _ in [] }
        if let storage = storage.map(uncertain) {
            journal = Journal()
            (core, store) = try app.openCore(storage, journal: journal)
            core.loop.persister?.wakeup = StorageWakeup {}
            core.loop.add(listener)
        } else {
            journal = nil
            (core, store) = app.makeCore()
        }
    }

    var text: String { get throws { try encoded(store.state()) } }

    /// The text of an export: the state, with its version before.
    var exportText: String { get throws { try #"{"@schema":1,"# + text.dropFirst() } }

    /// All of the state, written in pieces.
    func exported(piece: Int = 1000) throws -> String { try rest(of: core.reading.makeExport(), piece: piece) }

    func rest(of export: StateExport, piece: Int = 1000) throws -> String {
        var text = ""
        let writer = JSONWriter()
        while true {
            let goesOn = try export.writeOn(to: writer, bytes: piece)
            text += writer.text
            writer.truncate(to: 0)
            if !goesOn { return text }
        }
    }

    /// Reads a state, and puts it into its place: a batch.
    ///
    /// - Throws: why it cannot be read, or be kept.
    func take(_ text: String, piece: Int = 1000) throws {
        let bytes = Array(text.utf8)
        let reading = try core.reading.makeImport(
            from: { offset, memory in
                let count = min(memory.count, 4096, bytes.count - offset)
                memory.copyBytes(from: bytes[offset..<offset + count])
                return count
            }, depth: 512)
        while try reading.readOn(bytes: piece) {}
        core.loop.importState(try reading.finish(), listener)
        core.loop.commitBatch(listener)
        core.loop.finishHeldBatches(listener)
        if let error = listener.removeFailure() { throw error }
    }

    /// A state that was made by random steps.
    static func randomState(_ seed: UInt64, steps: Int = 60) -> Shop {
        var shop = Shop()
        shop.apply(.random(SeededGenerator(seed: seed), steps: steps))
        return shop
    }
}

@Message
enum ShopMessage { case nothing }
