import AditJSON
import AditState

// Middleware.
extension Cascade {
    /// Passes a message through the middleware.
    ///
    /// - Parameter isAnnounced: false for a message from outside.
    @inlinable
    func pass(_ message: Message, isAnnounced: Bool, _ cause: Cause?, _ listener: any CoreListener) {
        passage = Passage(isAnnounced ? listener : nil, cause)
        transaction.begin()
        do {
            try entry(message)
        } catch {
            let isUnannounced = passage?.isUnannounced == true
            passage = nil
            return isUnannounced ? skip(message, error, cause, listener) : undo(message, error, cause, listener)
        }
        // The listener may hold the core.
        passage = nil
        keep(message, cause, listener)
    }

    /// Handles a message that has passed the middleware. An error of its handling undoes it, even if a middleware
    /// catches the error.
    @inlinable
    func reach(_ message: Message) throws {
        if let passage, let listener = passage.listener {
            do {
                try listener.announce(message, Kind.direction(of: message), of: passage.cause) {
                    (message, writer) throws(CodingFailure) in try Kind.write(message, to: writer)
                }
            } catch {
                self.passage?.isUnannounced = true
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
