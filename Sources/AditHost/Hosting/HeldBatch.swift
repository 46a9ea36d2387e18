/// A batch of which the storage does not know yet whether it is written. The core's loop.
struct HeldBatch {
    /// Its output, out of the host's reach; with a call, also that of the call's earlier batches.
    let output: [[UInt8]]
    /// The number of messages of the output that belong to earlier batches.
    let earlier: Int
    /// What follows the end of the batch.
    var next: [() -> Void] = []
}
