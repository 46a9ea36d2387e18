import Adit
import AditHost

extension AppCore {
    /// A sender of messages to a core. Any thread.
    public struct Sender: Sendable {
        private let replying: Replying

        init(_ replying: Replying) { self.replying = replying }

        /// Enqueues a message.
        ///
        /// - Throws: ``AppCoreError`` if the queue is full, the core is closed, or it does not receive such messages.
        public func send(_ message: sending Message) throws(AppCoreError) {
            do { try replying.enqueue(MessageBox(message)) } catch { throw AppCoreError(error) }
        }
    }
}
