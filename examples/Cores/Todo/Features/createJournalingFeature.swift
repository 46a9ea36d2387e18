import Adit

/// Makes the feature of the journal.
///
/// A message refers to an existing entry by its id; the feature looks the entry up for the use case, and responds
/// itself if there is no such entry.
package func createJournalingFeature(store: Store, output: @escaping Output) -> Input {
    typealias Response = Message._Journal.Response
    let entryAdder = AddJournalEntryUseCase(store: store, responder: handle(output: output))
    let entryEditor = EditJournalEntryUseCase(store: store, responder: handle(output: output))
    let entryDeleter = DeleteJournalEntryUseCase(store: store, responder: handle(output: output))
    let entryLister = ListJournalEntriesUseCase(store: store, responder: handle(output: output))

    func find(_ id: UUID, orRespond wasNotDone: (UUID, TodoListError) -> Response) -> JournalEntry? {
        let entry = store.state().journal[id: id]
        if entry == nil { output(.journal(.response(wasNotDone(id, .unknownEntry)))) }
        return entry
    }

    return { message in
        guard case .journal(.request(let request)) = message else { return }
        switch request {
        case .add(let entry):
            entryAdder.request(.add(entry: entry))
        case .edit(let id, let text):
            guard let entry = find(id, orRespond: Response.wasNotEdited) else { return }
            entryEditor.request(.edit(entry: entry, text: text))
        case .delete(let id):
            guard let entry = find(id, orRespond: Response.wasNotDeleted) else { return }
            entryDeleter.request(.delete(entry: entry))
        case .list(let day):
            entryLister.request(.list(day: day))
        }
    }
}

private func handle(output: @escaping Output) -> (AddJournalEntryUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasAdded(let entry): output(.journal(.response(.wasAdded(entry))))
        case .wasNotAdded(let entry, let error): output(.journal(.response(.wasNotAdded(entry: entry, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (EditJournalEntryUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasEdited(let entry): output(.journal(.response(.wasEdited(entry))))
        case .wasNotEdited(let entry, let error): output(.journal(.response(.wasNotEdited(id: entry.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (DeleteJournalEntryUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasDeleted(let entry): output(.journal(.response(.wasDeleted(entry))))
        case .wasNotDeleted(let entry, let error):
            output(.journal(.response(.wasNotDeleted(id: entry.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (ListJournalEntriesUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasListed(let day, let entries): output(.journal(.response(.wasListed(day: day, entries: entries))))
        }
    }
}
