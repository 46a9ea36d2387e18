import Adit
import AditJSON

/// The config of a core, which a host passes when it opens one.
@Model
package struct Config {
    /// The permissions of clients.
    var clients: Clients = Clients()
    /// The core's clock.
    package var clock: Clock = .real
    /// What the host's callback is given at a time.
    package var delivery: Delivery = .messages
    /// The hash of the catalog that the host was built with, or the catalog or the needed part of it, which is read
    /// elsewhere.
    let expects: AnyJSON?
    /// Whether the host also receives its own messages.
    package var echo = false
    /// The figures that the core keeps; nil if only those that its app asks for.
    package let figures: Figures?
    /// The files that messages may name; nil if none.
    package let files: Files?
    /// What the state is taken from; nil for a core that is no fork.
    package let fork: Fork?
    /// The gateways that the host serves.
    package var gateways: [String] = []
    /// The messages that the host may send.
    package var incoming: Incoming = .marked
    package var limits: Limits = Limits()
    /// The minimum level of log lines for the host; nil if disabled.
    package let log: LogLevel?
    /// The recording; nil if disabled.
    package let record: Record?
    /// The recording or store to replay; nil for an ordinary core.
    package let replay: Replay?
    /// The scenario to write from the replay; nil if disabled.
    package let scenario: FilePath?
    /// The initial state, which the app decodes.
    let state: AnyJSON?
    /// The core's store; nil to keep the state in memory.
    package let store: Store?
    /// The capacity of the trace, in entries; nil if disabled.
    package let trace: Bound<Int32>?
    /// The undo history; nil if disabled.
    package let undo: Undo?
    /// The core's dependencies.
    package let with: Overrides?

    /// The keys, in the order in which a recording has them.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case clients, clock, delivery, echo, expects, figures, files, fork, gateways, incoming, limits, log, record,
            replay,
            scenario
        case state, store, trace, undo, with

        /// Whether a recording has the key: a replay needs it to do again what happened.
        package var isRecorded: Bool {
            switch self {
            case .clients, .clock, .echo, .gateways, .incoming, .limits, .undo, .with: true
            case .delivery, .expects, .figures, .files, .fork, .log, .record, .replay, .scenario, .state, .store,
                .trace:
                false
            }
        }

        /// Whether the key is valid beside `replay`; the recording determines the others.
        var isOfReplay: Bool {
            switch self {
            case .delivery, .expects, .figures, .limits, .log, .replay, .scenario, .trace: true
            case .clients, .clock, .echo, .files, .fork, .gateways, .incoming, .record, .state, .store, .undo, .with:
                false
            }
        }
    }

    package enum Clock: String { case real, virtual }

    /// What a callback is given: each message, or those of a batch as a JSON array.
    package enum Delivery: String { case messages, batches }

    /// The messages of the app that the host may send: those that the app marks as incoming, or, for tests, all.
    package enum Incoming: String { case marked, all }

    /// Files that messages may name.
    package struct Files {
        /// The folder that the files are below.
        package let folder: FilePath
    }

    /// Reads a config.
    ///
    /// - Throws: ``CodingFailure`` with the path of the key, the value found, and the expected value.
    package init(_ root: JSONReader) throws(CodingFailure) {
        self = try root.read()
        func refuse(_ key: CodingKeys, _ reason: String) -> CodingFailure {
            CodingFailure(path: key.rawValue, reason: reason)
        }
        if store != nil, root[CodingKeys.state.rawValue] != nil {
            throw refuse(.state, "found beside \"store\"; it is for cores whose state is in memory")
        }
        if let fork {
            try fork.check()
            if let other = [CodingKeys.state, .store, .record].first(where: { root[$0.rawValue] != nil }) {
                throw refuse(other, "found beside \"fork\", whose state is in memory and taken from elsewhere")
            }
            if !fork.effects { clock = .virtual }
        }
        try store?.checkPlace()
        if undo?.isOn == true, store?.retention.bytes.value == 0 {
            throw refuse(.undo, "found beside a store without a journal; retention.bytes over 0 is expected")
        }
        if undo?.bytes.value == 0 {
            throw refuse(.undo, "found 0 bytes; more are expected, or false")
        }
        if replay != nil,
            let other = CodingKeys.allCases.first(where: { !$0.isOfReplay && root[$0.rawValue] != nil })
        {
            throw refuse(other, "found beside \"replay\"; what is replayed says how its core was opened")
        }
        if let replay { try replay.place.check("replay") }
        if scenario != nil, replay == nil { throw refuse(.scenario, "found without \"replay\", of which it is made") }
    }

    /// The limits that the core enforces.
    package var coreLimits: CoreLimits {
        var core = CoreLimits()
        core.batch = limits.batch.value
        core.cascade = limits.cascade.value
        core.effects = limits.effects.value
        core.trace = trace?.value ?? 0
        core.hasFigures = figures?.areOn == true
        core.holdsEffects = holdsEffects
        return core
    }

    /// Whether messages can be undone.
    package var hasHistory: Bool { undo?.isOn == true }

    /// Returns the members of a config that a replay needs, as members of an object.
    package static func recorded(_ root: JSONReader, version: String) -> String {
        // In one pass: the state in it may be large.
        var members: [String: JSONReader] = [:]
        root.forEachMember { key, value in members[key] = value }
        let writer = JSONWriter()
        writer.write(literal: #""adit":"#)
        writer.write(version)
        writer.write(literal: #","config":"#)
        writer.writeObject {
            for key in CodingKeys.allCases where key.isRecorded {
                if let value = members[key.rawValue] { writer.writeProperty(key.rawValue) { writer.write(value) } }
            }
        }
        return writer.text
    }
}
