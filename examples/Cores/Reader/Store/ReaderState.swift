import Adit

/// The state of the reader app. The pages themselves are in the host's store.
@Model
public struct ReaderState: State, Equatable, Sendable {
    /// What is being opened.
    private(set) var openings: Table<ByteString, Opening> = []
    /// What was read, each page once, the one that was read last at the end.
    private(set) var history: Table<ByteString, Reading> = []

    package init() {}

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        /// A page is being opened.
        case begin(Opening)
        /// It is not being opened any more.
        case end(url: String)
        /// It was opened.
        case finish(Reading)
        /// It was never read.
        case forget(url: String)
    }
}

extension ReaderState {
    public mutating func apply(_ change: consuming Change) {
        switch consume change {
        case .begin(let opening):
            openings.updateOrAppend(opening)
        case .end(let url):
            openings.remove(ByteString(url))
        case .finish(let reading):
            openings.remove(reading.id)
            history.remove(reading.id)
            history.updateOrAppend(reading)
        case .forget(let url):
            history.remove(ByteString(url))
        }
    }
}
