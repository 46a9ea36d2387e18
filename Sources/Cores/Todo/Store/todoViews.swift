import Adit

/// What hosts may read and follow of the todo app beside its state.
let todoViews: [View<TodoState>] = [
    View("open", of: \.items) { !$0.completed },
    View("openCount", countOf: \.items) { !$0.completed },
    View("tagNames") { state in state.tags.map(\.name) },
]
