// What the end of a batch costs that is kept in a file: rows, journal and commit, without the messages' own work.
//
//     CommitBenchmark PATH BATCH COUNT
//
// COUNT items are added to the todo app, the same as store.c adds, BATCH in a transaction; PATH is made. Prints
// microseconds a message, of the clock and of the processor, that the batches' ends took together.

import Adit
import AditJSON
import AditSQLite
import AditState
import Glibc
import TodoCore

/// Hears nothing but failures.
final class Host: CoreListener {
    func announce<M>(_: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}
    func fail(_: AnyMessage?, _ failure: CoreFailure, of _: Cause?) { fatalError("\(failure)") }
}

extension Host: BatchParticipant {
    func rollBackBatch(_ failure: any Error) { fatalError("\(failure)") }
}

func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

guard CommandLine.arguments.count == 4, let batch = Int(CommandLine.arguments[2]), batch > 0,
    let count = Int(CommandLine.arguments[3])
else {
    fatalError("usage: CommitBenchmark PATH BATCH COUNT")
}
let app = todoApp()
let storage = try SQLiteStorage.open(
    CommandLine.arguments[1], app: app.name, schemaVersion: app.schemaVersion, migrations: [], durability: .full,
    retention: Retention(bytes: 16 << 20)
) { _ = try app.types.stateCoding.readStored($0) }
var limits = CoreLimits()
limits.batch = batch
let (core, _) = try app.openCore(storage, journal: Journal(), limits: limits, context: .live)
let host = Host()
core.loop.add(host)
/// What a message draws when it is decoded, which the journal is told of.
let draws = Array(#"{"date":"2026-01-02T03:04:05.123456789Z"}"#.utf8)
var clock = 0.0
var processor = 0.0
core.loop.enter()
for first in stride(from: 0, to: count, by: batch) {
    for number in first..<min(first + batch, count) {
        let digits = String(number, radix: 16)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        let json = #"{"todo":{"request":{"add":{"item":{"id":"\#(id)","text":"Buy milk"}}}}}"#
        core.loop.journal?.begin("message") { $0.write(json: json) }
        core.loop.journal?.draw(draws)
        let message = try Array(json.utf8).withUnsafeBytes { text in
            try JSONReader.read(text, as: "a message that is", core.coding.read)
        }
        core.loop.handle(message, host)
    }
    let (start, began) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
    core.loop.endBatch(host)
    processor += now(CLOCK_PROCESS_CPUTIME_ID) - began
    clock += now(CLOCK_MONOTONIC) - start
}
core.loop.leave()
core.loop.persister?.close()
print("\(clock / Double(count)) \(processor / Double(count))")
