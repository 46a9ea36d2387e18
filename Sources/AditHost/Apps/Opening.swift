import Adit
import AditJSON
import AditState

/// The arguments of opening a core: the config, and its members that generated coding reads.
package struct Opening {
    package let config: Config
    /// The core's dependencies from the config; nil without any.
    var overrides: Overrides? { config.with }
    /// The initial state; borrowed from the config's text.
    let state: JSONReader?
    /// The core whose state it is a fork of, which this thread drives during the opening; nil for none in this process.
    package var origin: RunningApp?
    /// The engine of stores.
    let engine: any StorageEngine
    /// Takes the log lines of the core's code.
    let log: CoreLogBuffer
    /// Records events; nil if disabled.
    let journal: Journal?
    /// The journal, storage and values of a replay; nil if the core is not replayed.
    let replaying: Replaying?
    /// Sets dependencies before the config does, and the logger; nil if the host takes the log lines.
    private let dependencies: ((inout DependencyValues) -> Void)?

    /// Reads a config.
    ///
    /// - Parameter dependencies: sets dependencies before the config does, and the logger; nil if the host takes the log
    ///   lines.
    package init(
        reading root: JSONReader, storage engine: any StorageEngine,
        dependencies: ((inout DependencyValues) -> Void)? = nil
    ) throws(CodingFailure) {
        self.engine = engine
        self.dependencies = dependencies
        config = try Config(root)
        state = root["state"]
        log = CoreLogBuffer(
            level: config.log?.level,
            from: config.clock == .virtual ? config.virtualStart : nil)
        replaying = nil
        let isStored = (config.store?.retention.bytes.value ?? 0) > 0
        let keeps = isStored || config.hasHistory
        guard keeps || config.record != nil else {
            journal = nil
            return
        }
        let journal = Journal(isStored: keeps, recording: config.record.map { _ in .all })
        journal.opening = Config.recorded(root, version: libraryVersion)
        self.journal = journal
    }

    /// Reads the config of a recorded core, for a replay.
    package init(replaying: Replaying, config root: JSONReader, state: JSONReader, storage engine: any StorageEngine)
        throws(CodingFailure)
    {
        self.engine = engine
        dependencies = nil
        config = try Config(root)
        self.state = state
        log = CoreLogBuffer(level: nil)
        replaying.journal.opening = Config.recorded(root, version: libraryVersion)
        journal = replaying.journal
        self.replaying = replaying
    }

    /// The core's clock. A virtual clock begins at the date in `with`.
    var time: CoreTime.Kind {
        switch config.clock {
        case .real: replaying == nil ? .real : .virtual(from: .epoch)
        case .virtual: .virtual(from: config.virtualStart)
        }
    }

    /// Whether ids, dates or random numbers come from the config or a recording, so that the order in which they are
    /// drawn matters.
    var drawsAreSet: Bool { replaying != nil || config.clock == .virtual || overrides?.drawsAreSet == true }

    /// Sets the core's dependencies.
    func bring(_ values: inout DependencyValues) {
        dependencies?(&values)
        let moving = values.date
        replaying?.bring(&values)
        journal?.follow(&values)
        overrides?.apply(to: &values)
        if config.clock == .virtual { values.date = moving }
        if dependencies == nil { values.logger = log.logger }
    }
}
