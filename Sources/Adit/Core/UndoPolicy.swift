/// The messages of an app that a host can undo, if it opens a core with an undo history.
///
/// ```swift
/// App("todo", state: TodoState(), undo: .messages { if case .todo(.request(.search)) = $0 { false } else { true } }) { … }
/// ```
///
/// A message is a step of the history if it, or an effect that it started, changed the state. Changes by other messages,
/// and by sources, belong to the step before them, and are reverted with it: an undo restores the state of an earlier
/// revision.
public struct UndoPolicy<Message>: Sendable {
    /// Returns whether a message is a step; nil if the app offers no undo.
    package let isStep: (@Sendable (Message) -> Bool)?

    /// The app offers no undo.
    public static var none: UndoPolicy { UndoPolicy(isStep: nil) }

    /// Every message of a host is a step.
    public static var all: UndoPolicy { UndoPolicy { _ in true } }

    /// The messages of a host that satisfy a predicate are steps.
    ///
    /// - Parameter isStep: called on the core's loop before a message is handled.
    public static func messages(where isStep: @escaping @Sendable (Message) -> Bool) -> UndoPolicy {
        UndoPolicy(isStep: isStep)
    }
}
