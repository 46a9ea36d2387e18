import Adit
import AditJSON

extension Config {
    /// What a core's first state is taken from; from then on, the core has its own state, in memory.
    @Model
    package struct Fork {
        /// The handle of an open core of the same app in this process; nil for a file.
        package let core: Count?
        /// The file of a store, also one that is open, or a recording; nil for a core.
        package let path: FilePath?
        /// The revision of the state; nil for the last one.
        package let revision: Count?
        /// Whether effects run, and the host's gateways are asked. Without them, the clock is virtual.
        package var effects = false
    }

    /// The beginning of a virtual clock: that of a fork goes on from the present.
    package var virtualStart: Timestamp { with?.date ?? (fork == nil ? .virtualStart : .now) }

    /// Whether the core holds its effects back.
    package var holdsEffects: Bool { fork.map { !$0.effects } ?? false }
}

extension Config.Fork {
    /// Checks that the keys name one source.
    func check() throws(CodingFailure) {
        if core == nil, path == nil {
            throw CodingFailure(path: "fork", reason: "found neither \"core\" nor \"path\"; one of them is expected")
        }
        if core != nil, path != nil {
            throw CodingFailure(path: "fork.path", reason: "found beside \"core\"; a state is of one place")
        }
    }
}
