import Adit
import AditJSON

/// What a host says when it opens a core, with what is read by generated coding.
struct Opening {
    let config: Config
    /// The core's own dependencies.
    let overrides: Overrides?
    /// The state to begin with; borrowed from the config's text.
    let state: JSONValue?
    /// Takes the log lines of the core's code.
    let log: LogBook

    /// Reads a config.
    init(reading root: JSONValue) throws(CodingFailure) {
        config = try decodeBridged(Config.self, from: root)
        if let with = root["with"], !with.isNull {
            do { overrides = try decodeWire(Overrides.self, from: with) } catch { throw error.within("with") }
        } else {
            overrides = nil
        }
        state = root["state"]
        log = LogBook(level: config.log)
    }

    /// The clock that the core goes by. A virtual one begins at the date that is set.
    var time: CoreTime.Kind {
        switch config.clock {
        case .real: .real
        case .virtual: .virtual(from: overrides?.date ?? .virtualStart)
        }
    }

    /// Whether ids, dates or random numbers come from the config, so that the order in which they are drawn matters.
    var drawsAreSet: Bool { config.clock == .virtual || overrides?.drawsAreSet == true }

    /// Sets the core's own dependencies.
    func bring(_ values: inout DependencyValues) {
        let moving = values.date
        overrides?.apply(to: &values)
        if config.clock == .virtual { values.date = moving }
        values.logger = log.logger
    }
}
