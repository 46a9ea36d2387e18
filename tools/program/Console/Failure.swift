/// Why a command ends without success.
struct Failure: Error {
    /// What a command ends with, as its help says.
    enum Status: Int32 {
        /// What was asked for did not succeed: a scenario that does not hold, a file that cannot be written.
        case failed = 1
        /// The command line, a library or a file is no good: nothing was done.
        case misuse = 2
        /// The user has ended it by ^C, as shells have it.
        case interrupted = 130
    }

    let status: Status
    /// What was found, and what is expected or to be done; nil if it was printed already.
    let text: String?

    init(_ status: Status, _ text: String? = nil) { (self.status, self.text) = (status, text) }
}

/// Why a line of the shell was not done, or a scenario is not as it should be, or does not hold. The command goes on.
struct Fault: Error {
    let text: String
}
