/// Told of a trap: a failed check of Swift's, after which the process ends. On the thread that trapped, before it ends.
package protocol TrapListener: AnyObject {
    /// What was being done, as the end of a sentence that begins with "trap in".
    func describe() -> String

    /// Keeps what would be lost with the process.
    func save()
}
