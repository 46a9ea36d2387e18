import Adit
import AditPostgres
import AditState
import Glibc

// A process that writes a core until it is killed: an element for each batch, with an id of its own. It prints what a host would
// know, each line before the next batch: "w ID" when the batch is written, "n ID" when it is not, "u ID" when it gives up not knowing,
// "f" when another process has the core.
//
// usage: PostgresWriter ADDRESS CORE LABEL [CONNECTIONS]

let arguments = CommandLine.arguments

func say(_ line: String) {
    let line = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, line, line.count)
}

func known(_ outcome: StorageOutcome, of storage: PostgresStorage) -> StorageOutcome {
    var outcome = outcome
    for _ in 0..<4000 {
        guard case .unknown = outcome else { break }
        usleep(5000)
        outcome = storage.resolve()
    }
    return outcome
}

do {
    let storage = try PostgresStorage.open(
        arguments[1], core: arguments[2], app: "todo", connections: arguments.dropFirst(4).first.flatMap { Int($0) })
    var last: [UInt8]?
    if try storage.readTables().isEmpty {
        let nothing = RowText(UnsafeRawBufferPointer(start: nil, count: 0))
        try storage.write(StorageHead(revision: 0, opens: 1), entries: { nothing }) { try $0.declare("/items") }
    }
    try storage.readElements(of: "/items") { id, _ in last = Array(id.bytes) }
    var number = 0
    let opens = (storage.head?.opens ?? 0) + 1
    while true {
        number += 1
        let id = "\(arguments[3])-\(number)"
        let head = StorageHead(revision: (storage.head?.revision ?? 0) + 1, opens: opens)
        var outcome = StorageOutcome.unknown("")
        do {
            let entry = Array("{\"id\":\"\(id)\"}\n".utf8)
            outcome = try entry.withUnsafeBytes { entry in
                try storage.commit(head, entries: { RowText(entry) }, notifying: StorageWakeup {}) { sink in
                    try Array(id.utf8).withUnsafeBytes { id in
                        try Array("{}".utf8).withUnsafeBytes { value in
                            guard let last else {
                                return try sink.insert(RowText(value), RowText(id), in: "/items", after: nil)
                            }
                            try last.withUnsafeBytes {
                                try sink.insert(RowText(value), RowText(id), in: "/items", after: RowText($0))
                            }
                        }
                    }
                }
            }
            outcome = known(outcome, of: storage)
        } catch let failure as StorageFailure {
            outcome = .notWritten(failure)
        }
        switch outcome {
        case .written:
            say("w \(id)")
            last = Array(id.utf8)
        case .notWritten(let failure):
            say("n \(id)")
            if failure.kind == .fenced {
                say("f")
                exit(0)
            }
            usleep(20_000)
        case .unknown:
            say("u \(id)")
            exit(0)
        }
    }
} catch {
    say("e \(error)")
    exit(1)
}
