import Adit

/// The app `todo`: items, tags, a journal, and asking for a review.
///
/// - Parameter sources: where the dates and ids come from that messages do not bring.
public func todoApp(sources: Sources = .system) -> App<TodoState, Message> {
    App("todo", state: TodoState(), userInfo: sources.userInfo) { core in
        core.receivers = [messageExpander(output: core.output)]
        let features = createFeatures(
            store: core.store, sources: sources, tellReviewHost: core.connect(reviewHost).tell, output: core.output)
        return features.map { Feature($0) }
    }
}
