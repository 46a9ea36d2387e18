import AditJSON
import AditState

// The way of a message through the middleware.
extension Cascade {
    /// Leads a message through the middleware.
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
        // Who hears the core may hold it.
        passage = nil
        keep(message, listener)
    }

    /// A message has come through the middleware. What its handling throws undoes it, whatever a middleware makes of
    /// that.
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
