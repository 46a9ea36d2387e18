import Adit

/// The views of the todo app, which hosts can read and follow beside its state.
package let todoViews: [View<TodoState>] = [
    View("open", of: \.items) { !$0.completed },
    View("openCount", countOf: \.items) { !$0.completed },
    View("tagNames") { state in state.tags.map(\.name) },
]
