/// Durable requests in no order. Each refers to its neighbours, so that one is removed without a search.
struct DurableRequestList: Sequence {
    private var first: DurableRequest?

    var isEmpty: Bool { first == nil }

    /// Adds a request that is in no list.
    mutating func add(_ request: DurableRequest) {
        request.next = first
        first?.previous = request
        first = request
    }

    /// Removes a request of this list.
    mutating func remove(_ request: DurableRequest) {
        let (previous, next) = (request.previous, request.next)
        if let previous { previous.next = next } else { first = next }
        next?.previous = previous
        (request.previous, request.next) = (nil, nil)
    }

    func makeIterator() -> some IteratorProtocol<DurableRequest> {
        sequence(state: first) { next in
            defer { next = next?.next }
            return next
        }
    }
}
