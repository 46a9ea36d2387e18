import Synchronization

/// Why a core handles no message.
enum Blockage: UInt8, AtomicRepresentable {
    case none
    /// It has let go of its store: only urgent messages are handled.
    case paused
    /// Whether the last batch is written is unknown: nothing is handled until the storage knows it.
    case held
}
