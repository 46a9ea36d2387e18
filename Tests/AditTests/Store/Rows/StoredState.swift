@testable import Adit
@testable import AditJSON
@testable import AditState

/// A state that is written into a storage batch by batch, as a store does it.
final class StoredState<S: State & WireModel> {
    private(set) var state: S
    private(set) var original: S
    let storage = MemoryStorage(journalBytes: .max)
    let coding = StateCoding<S>.generated()
    private let rows: RowWriter
    private lazy var changes = ChangeWriter(
        nil, wantsAll: false,
        writeState: { [unowned self] writer throws(CodingFailure) in try encodeWire(state, to: writer) })
    private(set) var journal: [String] = []

    init(_ state: S) throws {
        self.state = state
        original = state
        rows = RowWriter(isWhole: coding.isWhole)
        let coding = coding
        try storage.write(
            StorageHead(revision: 0, opens: 1), entries: { RowText(UnsafeRawBufferPointer(start: nil, count: 0)) }
        ) {
            try coding.writeAll(state, to: $0)
        }
    }

    /// A batch.
    func change(_ body: (inout S) -> Void) throws {
        state.forgetChanges()
        state.saveOriginal(in: &original)
        body(&state)
        try commit(to: storage)
    }

    private func commit(to storage: MemoryStorage) throws {
        let journal = JSONWriter()
        let revision = (storage.head?.revision ?? 0) + 1
        try storage.write(StorageHead(revision: revision, opens: 1), entries: { RowText(journal.bytes) }) { sink in
            rows.begin(sink, journal: journal)
            defer { rows.end() }
            changes.begin(wantsAll: false, rows: rows)
            try state.writeChanges(since: original, to: changes)
            if let failure = rows.failure { throw failure }
        }
        self.journal.append(journal.text)
    }

    func stored() throws -> S? { try coding.readStored(storage) }
}
