import Adit

/// The state of the todo app.
@Model
public struct TodoState: State, Equatable, Sendable {
    public private(set) var items: Table<UUID, TodoItem> = []
    public private(set) var tags: Table<UUID, Tag> = []
    public private(set) var journal: Table<UUID, JournalEntry> = []

    package init() {}

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        /// Puts an element at the end; does nothing where there is one with its id.
        case add(Element)
        /// Takes an element out; an item is taken from its tags as well.
        case remove(Element)
        /// Puts an element in the place of the one with its id; does nothing where there is none.
        case update(Element)
        /// Does the same, and makes it the last.
        case updateAsLast(Element)
        /// Puts others in the place of all.
        case replace(Elements)
    }

    public enum Element: Equatable, Sendable {
        case item(TodoItem)
        case tag(Tag)
        case entry(JournalEntry)
    }

    public enum Elements: Equatable, Sendable {
        case tags([Tag])
    }
}

extension TodoState {
    public mutating func apply(_ change: consuming Change) {
        switch consume change {
        case .add(.item(let item)): items.updateOrAppend(item)
        case .add(.tag(let tag)): tags.updateOrAppend(tag)
        case .add(.entry(let entry)): journal.updateOrAppend(entry)
        case .remove(.item(let item)): remove(item)
        case .remove(.tag(let tag)): tags.remove(tag.id)
        case .remove(.entry(let entry)): journal.remove(entry.id)
        case .update(.item(let item)): items.update(item)
        case .update(.tag(let tag)): tags.update(tag)
        case .update(.entry(let entry)): journal.update(entry)
        case .updateAsLast(.item(let item)): if items.update(item) { items.move(item.id, to: items.count) }
        case .updateAsLast(.tag(let tag)): if tags.update(tag) { tags.move(tag.id, to: tags.count) }
        case .updateAsLast(.entry(let entry)): if journal.update(entry) { journal.move(entry.id, to: journal.count) }
        case .replace(.tags(let tags)): self.tags.replaceAll(with: tags)
        }
    }

    private mutating func remove(_ item: TodoItem) {
        items.remove(item.id)
        for tag in tags.filter({ $0.tagged.contains(item.id) }) {
            tags.update(tag.alter(.remove(item)))
        }
    }
}
