/// A part of a core that undoes what it has done in a batch, if the batch cannot be written. The core's loop.
protocol BatchParticipant: AnyObject {
    /// Ends a batch that has been written.
    func keepBatch()
    /// Ends a batch that could not be written, and restores what was before.
    func loseBatch(_ listener: any CoreListener)
}
