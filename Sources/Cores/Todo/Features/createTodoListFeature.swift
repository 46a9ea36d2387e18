import Adit

/// Makes the feature of the list of items.
///
/// A message refers to an existing item by its id; the feature looks the item up for the use case, and responds itself
/// if there is no such item.
///
/// - Parameters:
///   - listGateway: fetches the lists to import.
func createTodoListFeature(
    store: Store, listGateway: any ListGateway, output: @escaping Output
) -> Input {
    typealias Response = Message._Todo.Response
    let itemAdder = AddTodoItemUseCase(store: store, responder: handle(output: output))
    let itemDeleter = DeleteTodoItemUseCase(store: store, responder: handle(output: output))
    let itemChecker = CheckTodoItemUseCase(store: store, responder: handle(output: output))
    let itemEditor = EditTodoItemUseCase(store: store, responder: handle(output: output))
    let itemScheduler = ScheduleTodoItemUseCase(store: store, responder: handle(output: output))
    let itemImporter = ImportTodoItemsUseCase(
        store: store, listGateway: listGateway, responder: handle(output: output))

    func find(_ id: UUID, orRespond wasNotDone: (UUID, TodoListError) -> Response) -> TodoItem? {
        if let item = store.state().items[id: id] { return item }
        output(.todo(.response(wasNotDone(id, .unknownItem))))
        return nil
    }

    return { message in
        guard case .todo(.request(let request)) = message else { return }
        switch request {
        case .add(let item):
            itemAdder.request(.add(item: item))
        case .delete(let id):
            guard let item = find(id, orRespond: Response.wasNotDeleted) else { return }
            itemDeleter.request(.delete(item: item))
        case .check(let id):
            guard let item = find(id, orRespond: Response.wasNotChecked) else { return }
            itemChecker.request(.check(item: item))
        case .uncheck(let id):
            guard let item = find(id, orRespond: Response.wasNotUnchecked) else { return }
            itemChecker.request(.uncheck(item: item))
        case .edit(let id, let text):
            guard let item = find(id, orRespond: Response.wasNotEdited) else { return }
            itemEditor.request(.edit(item: item, text: text))
        case .schedule(let id, let due):
            guard let item = find(id, orRespond: Response.wasNotScheduled) else { return }
            itemScheduler.request(.schedule(item: item, due: due))
        case .import(let list):
            itemImporter.request(.startImport(from: list))
        case .cancelImport(let list):
            itemImporter.request(.cancelImport(from: list))
        case .finishImport(let list, let result):
            itemImporter.request(.finishImport(from: list, result: result))
        }
    }
}

private func handle(output: @escaping Output) -> (AddTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasAdded(let item): output(.todo(.response(.wasAdded(item))))
        case .wasNotAdded(let item, let error): output(.todo(.response(.wasNotAdded(item: item, error))))
        }
    }
}

private func handle(output: @escaping Output) -> (DeleteTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasDeleted(let item): output(.todo(.response(.wasDeleted(item))))
        case .wasNotDeleted(let item, let error): output(.todo(.response(.wasNotDeleted(id: item.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (CheckTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasChecked(let item): output(.todo(.response(.wasChecked(item))))
        case .wasNotChecked(let item, let error): output(.todo(.response(.wasNotChecked(id: item.id, error: error))))
        case .wasUnchecked(let item): output(.todo(.response(.wasUnchecked(item))))
        case .wasNotUnchecked(let item, let error):
            output(.todo(.response(.wasNotUnchecked(id: item.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (EditTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasEdited(let item): output(.todo(.response(.wasEdited(item))))
        case .wasNotEdited(let item, let error): output(.todo(.response(.wasNotEdited(id: item.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (ScheduleTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasScheduled(let item): output(.todo(.response(.wasScheduled(item))))
        case .wasNotScheduled(let item, let error):
            output(.todo(.response(.wasNotScheduled(id: item.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (ImportTodoItemsUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasFetched(let list, let result): output(.todo(.request(.finishImport(from: list, result: result))))
        case .wereImported(let items): output(.todo(.response(.wereImported(items))))
        case .wereNotImported(let list, let error):
            output(.todo(.response(.wereNotImported(from: list, error: error))))
        case .wasCancelled(let list): output(.todo(.response(.importWasCancelled(from: list))))
        case .wasNotCancelled(let list, let error):
            output(.todo(.response(.importWasNotCancelled(from: list, error: error))))
        }
    }
}
