import Adit
import AditJSON

/// A config of a core, which a host passes to `adit_open`.
struct Config: Decodable {
    /// Whether the host also receives its own messages.
    let echo: Bool
    /// The messages that the host may send.
    let incoming: Incoming
    /// The gateways that the host serves.
    let gateways: Set<String>
    private(set) var limits: Limits
    /// The core's clock.
    let clock: Clock
    /// The core's store; nil to keep the state in memory.
    let store: Store?
    /// The minimum level of log lines for the host; nil if disabled.
    let log: Logger.Level?
    /// The recording; nil if disabled.
    let record: Record?
    /// The path of a recording or store to replay; nil for an ordinary core.
    let replay: String?
    /// The permissions of clients.
    let clients: Clients
    /// The folder of exports and imports; nil disables both.
    let folder: String?
    /// The path of the scenario to write from the replay; nil if disabled.
    let scenario: String?

    struct Limits: Decodable {
        /// Bytes of a message.
        private(set) var message = 16 << 20
        /// Values in a message: strings, numbers, objects, arrays, and the like.
        private(set) var values = 1_000_000
        /// Levels of objects and arrays in a message.
        private(set) var depth = 64
        /// Queued messages.
        private(set) var queue = 1_000_000
        /// Bytes of queued messages.
        private(set) var queueBytes = 256 << 20
        /// Messages that wait to be received, in pull mode.
        private(set) var outbox = 100_000
        /// Bytes of the messages that wait to be received or, in callback mode, to be delivered.
        private(set) var outboxBytes = 256 << 20
        /// Subscriptions to parts of the state.
        private(set) var subscriptions = 100_000
        /// Steps of one `adit_process`: messages of the host, jobs of effects, timers; nil for no limit.
        private(set) var processSteps: Int?
        /// Milliseconds after which one `adit_process` ends with the batch; nil for no limit.
        private(set) var processMilliseconds: Int?
        /// Effects in flight.
        private(set) var effects = 100_000
        /// Handled messages in a batch.
        private(set) var batch = 256
        /// Messages that one message may cause.
        private(set) var cascade = 1_000_000
        /// Entries of the trace.
        fileprivate(set) var trace = 0

        private enum Key: CodingKey {
            case message, values, depth, queue, queueBytes, outbox, outboxBytes, effects, batch, cascade, subscriptions
            case processSteps, processMilliseconds
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func read<N: FixedWidthInteger & Decodable>(_ key: Key, as _: N.Type) throws -> Int? {
                guard let number = try container.decodeIfPresent(N.self, forKey: key) else { return nil }
                guard number > 0 else {
                    throw DecodingError.dataCorruptedError(
                        forKey: key, in: container, debugDescription: "found \(number); a number over 0 is expected")
                }
                return Int(number)
            }
            func read(_ key: Key, into bound: inout Int) throws { bound = try read(key, as: Int32.self) ?? bound }
            func readBytes(_ key: Key, into bound: inout Int) throws { bound = try read(key, as: Int64.self) ?? bound }
            try read(.message, into: &message)
            try read(.values, into: &values)
            try read(.depth, into: &depth)
            try read(.queue, into: &queue)
            try readBytes(.queueBytes, into: &queueBytes)
            try read(.outbox, into: &outbox)
            try readBytes(.outboxBytes, into: &outboxBytes)
            try read(.subscriptions, into: &subscriptions)
            processSteps = try read(.processSteps, as: Int32.self)
            processMilliseconds = try read(.processMilliseconds, as: Int32.self)
            try read(.effects, into: &effects)
            try read(.batch, into: &batch)
            try read(.cascade, into: &cascade)
            guard depth <= Limits.deepest else {
                throw DecodingError.dataCorruptedError(
                    forKey: .depth, in: container,
                    debugDescription: "found \(depth); one from 1 to \(Limits.deepest) is expected")
            }
        }

        // A quarter of jansson's limit, so that a thread's usual stack of 8 MiB suffices: reading a level of a large
        // enum takes 8 KiB of it in a debug build.
        static let deepest = 512

        /// The limits that the core enforces.
        var core: CoreLimits {
            var limits = CoreLimits()
            limits.batch = batch
            limits.cascade = cascade
            limits.effects = effects
            limits.trace = trace
            return limits
        }
    }

    /// The keys of a config, in the order in which a recording has them.
    enum Key: String, CodingKey, CaseIterable {
        case clients, clock, echo, files, gateways, incoming, limits, log, record, replay, scenario, state, store, trace
        case with

        /// Whether a recording has the key: a replay needs it to do again what happened.
        var isRecorded: Bool {
            switch self {
            case .clients, .clock, .echo, .gateways, .incoming, .limits, .with: true
            case .files, .log, .record, .replay, .scenario, .state, .store, .trace: false
            }
        }

        /// Whether the key is valid beside `replay`; the recording determines the others.
        var isOfReplay: Bool {
            switch self {
            case .limits, .log, .replay, .scenario, .trace: true
            case .clients, .clock, .echo, .files, .gateways, .incoming, .record, .state, .store, .with: false
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        echo = try container.decodeIfPresent(Bool.self, forKey: .echo) ?? false
        incoming = try container.decodeIfPresent(Word<Incoming>.self, forKey: .incoming)?.value ?? .marked
        gateways = try Set(container.decodeIfPresent([String].self, forKey: .gateways) ?? [])
        limits = try container.decodeIfPresent(Limits.self, forKey: .limits) ?? Limits()
        clock = try container.decodeIfPresent(Word<Clock>.self, forKey: .clock)?.value ?? .real
        log = try container.decodeIfPresent(Word<Logger.Level>.self, forKey: .log)?.value
        limits.trace = try container.decodeIfPresent(Count.self, forKey: .trace)?.value ?? 0
        store = try container.decodeIfPresent(Store.self, forKey: .store)
        if store != nil, container.contains(.state) {
            throw DecodingError.dataCorruptedError(
                forKey: .state, in: container,
                debugDescription: "found beside \"store\"; it is for cores whose state is in memory")
        }
        record = try container.decodeIfPresent(Record.self, forKey: .record)
        clients = try container.decodeIfPresent(Clients.self, forKey: .clients) ?? Clients()
        folder = try container.decodeIfPresent(Files.self, forKey: .files)?.folder
        replay = try container.decodeIfPresent(FilePath.self, forKey: .replay)?.path
        scenario = try container.decodeIfPresent(FilePath.self, forKey: .scenario)?.path
        if replay != nil, let other = Key.allCases.first(where: { !$0.isOfReplay && container.contains($0) }) {
            throw DecodingError.dataCorruptedError(
                forKey: other, in: container,
                debugDescription: "found beside \"replay\"; what is replayed says how its core was opened")
        }
        if scenario != nil, replay == nil {
            throw DecodingError.dataCorruptedError(
                forKey: .scenario, in: container, debugDescription: "found without \"replay\", of which it is made")
        }
        // The app's own coding reads the state, and generated coding the dependencies.
        _ = container.contains(.state)
        _ = container.contains(.with)
    }

    enum Clock: String, CaseIterable { case real, virtual }

    /// The messages of the app that the host may send: those that the app marks as incoming, or, for tests, all.
    enum Incoming: String, CaseIterable { case marked, all }
}

/// A number over 0.
private struct Count: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = Int(try container.decode(Int32.self))
        guard value > 0 else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found \(value); a number over 0 is expected")
        }
    }
}

/// A value of an enum, by its raw value.
struct Word<Value: RawRepresentable<String> & CaseIterable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = Value.allCases.first(where: { ByteString($0.rawValue) == ByteString(name) }) else {
            let words = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found \"\(name)\"; one of \(words) is expected")
        }
        self.value = value
    }
}
