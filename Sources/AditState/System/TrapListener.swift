/// A listener that is notified of a trap (a failed check of Swift's), after which the process ends. Called on the
/// thread that trapped.
package protocol TrapListener: AnyObject {
    /// Returns the current operation, as the end of a sentence that begins with "trap in".
    func describe() -> String

    /// Saves data that would be lost with the process.
    func save()
}
