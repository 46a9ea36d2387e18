import Adit

/// Makes the feature of the list of items.
///
/// A message refers to an existing item by its id; the feature looks the item up for the use case, and responds itself
/// if there is no such item.
package func createTodoListFeature(store: Store, output: @escaping Output) -> Input {
    typealias Response = Message._Todo.Response
    let itemAdder = AddTodoItemUseCase(store: store, responder: handle(output: output))
    let itemDeleter = DeleteTodoItemUseCase(store: store, responder: handle(output: output))
    let itemChecker = CheckTodoItemUseCase(store: store, responder: handle(output: output))
    let itemEditor = EditTodoItemUseCase(store: store, responder: handle(output: output))
    let itemScheduler = ScheduleTodoItemUseCase(store: store, responder: handle(output: output))

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
        case .import, .cancelImport, .finishImport: break  // of createImportFeature
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
