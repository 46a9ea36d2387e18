import Adit
import AditJSON
import AditState
import AditUncertainStorage
import CAdit
import Glibc
import Synchronization
import TestSupport

@testable import AditC
@testable import AditHost
@testable import AditPostgres

@Message enum TodoMessage {
    case add(String)
    @Outgoing case wasAdded(String)
}

let todoApp: App<Todo, TodoMessage> = App("todo", state: Todo(), undo: .all) { core in
    let (store, output) = (core.store, core.output)
    return [
        Feature { message in
            guard case .add(let id) = message else { return }
            store.change(.add(Item(id: id, text: id)))
            output(.wasAdded(id))
        }
    ]
}

/// Cores of the app `todo` in the cluster's database, behind the C interface, and what their hosts hear.
final class CoreBench: Sendable {
    private let heard = Mutex<[String]>([])

    /// Opens a core.
    ///
    /// - Parameter more: more members of `store` in the config, each after a comma.
    func open(_ name: String, _ more: String = "") throws -> CoreHandle {
        let engine = PostgresEngine(files: UncertainEngine())
        let text = #"{"store":{"postgres":"\#(try Cluster.shared.start())","core":"\#(name)"\#(more)}}"#
        let buffer = MessageBuffer()
        let (core, config) = try withJSON(text) { root in
            let opening = try Opening(reading: root, storage: engine)
            let core = try AppEntry(todoApp, storage: engine).makeCore(opening)
            return (try HostedCore(core, opening, buffer: buffer, isPulled: false), opening.config)
        }
        let hear: adit_message_fn = { context, _, text, _ in
            guard let context, let text else { return }
            let bench = Unmanaged<CoreBench>.fromOpaque(context).takeUnretainedValue()
            bench.heard.withLock { $0.append(String(cString: text)) }
        }
        let host = CoreHandle.Host(hear: hear, context: Unmanaged.passUnretained(self).toOpaque(), release: nil)
        let handle = try CoreHandle.table.add { id in CoreHandle(id: id, core: core, buffer: buffer, host: host, config)
        }
        core.calls.owner = handle
        return handle
    }

    /// Removes and returns what was heard.
    func take() -> [String] {
        heard.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}

extension CoreHandle {
    func send(_ text: String) throws {
        var text = text
        _ = try text.withUTF8 { try send(UnsafeRawBufferPointer($0)) }
    }

    /// Drives until something was heard.
    func drive() throws {
        while try process(timeout: -1, from: 0) == 0 {}
    }

    func close() throws { try CoreHandle.close(id, timeout: 5000, from: 0) }
}
