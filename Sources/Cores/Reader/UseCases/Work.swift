import Adit

/// What is in flight for a page: the id of an effect.
enum Work: Hashable {
    case opening(url: ByteString)
    case forgetting(url: ByteString)
}
