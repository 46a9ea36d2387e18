/// What is in flight for a page: the id of an effect.
enum Work: Hashable {
    case opening(url: String)
    case forgetting(url: String)
}
