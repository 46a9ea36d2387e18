import AditJSON
import AditState

// Middleware.
extension Cascade {
    /// Passes a message through the middleware.
    @inlinable
    func pass(_ message: Message, announcing announced: (any CoreListener)?, _ listener: any CoreListener) {
        passage = Passage(announced: announced)
        transaction.begin()
        do {
            try entry(message)
        } catch {
            let isUnannounced = passage?.isUnannounced == true
            passage = nil
            return isUnannounced ? skip(message, error, listener) : undo(message, error, listener)
        }
        // The listener may hold the core.
        passage = nil
        keep(message, listener)
    }

    /// Handles a message that has passed the middleware. An error of its handling undoes it, even if a middleware
    /// catches the error.
    @inlinable
    func reach(_ message: Message) throws {
        if let listener = passage?.announced {
            do {
                try listener.announce(message, Kind.direction(of: message)) { message, writer throws(CodingFailure) in
                    try Kind.write(message, to: writer)
                }
            } catch {
                passage?.isUnannounced = true
                undo()
                throw error
            }
        }
        do {
            try router.dispatch(message, case: Kind.caseIndex(of: message))
        } catch {
            undo()
            throw error
        }
    }
}
