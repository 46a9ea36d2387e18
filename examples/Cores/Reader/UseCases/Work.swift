import Adit

/// The id of an effect for a page.
enum Work: Hashable {
    case opening(url: ByteString)
    case forgetting(url: ByteString)
}
