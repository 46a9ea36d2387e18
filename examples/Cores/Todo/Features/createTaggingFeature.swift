import Adit

/// Makes the feature of the tags and the items that have them.
///
/// A message refers to existing items and tags by their ids; the feature looks them up for the use case, and responds
/// itself if one does not exist.
package func createTaggingFeature(store: Store, output: @escaping Output) -> Input {
    typealias Response = Message._Tagging.Response
    let tagCreator = CreateTagUseCase(store: store, responder: handle(output: output))
    let tagDeleter = DeleteTagUseCase(store: store, responder: handle(output: output))
    let itemTagger = TagTodoItemUseCase(store: store, responder: handle(output: output))

    func find(
        _ id: UUID, _ tagID: UUID, orRespond wasNotDone: (UUID, UUID, TodoListError) -> Response
    ) -> (TodoItem, Tag)? {
        let state = store.state()
        guard let item = state.items[id: id] else {
            output(.tagging(.response(wasNotDone(id, tagID, .unknownItem))))
            return nil
        }
        guard let tag = state.tags[id: tagID] else {
            output(.tagging(.response(wasNotDone(id, tagID, .unknownTag))))
            return nil
        }
        return (item, tag)
    }

    return { message in
        guard case .tagging(.request(let request)) = message else { return }
        switch request {
        case .create(let tag):
            tagCreator.request(.create(tag: tag))
        case .delete(let id):
            guard let tag = store.state().tags[id: id] else {
                return output(.tagging(.response(.wasNotDeleted(id: id, error: .unknownTag))))
            }
            tagDeleter.request(.delete(tag: tag))
        case .tag(let id, with: let tagID):
            guard let (item, tag) = find(id, tagID, orRespond: Response.wasNotTagged) else { return }
            itemTagger.request(.tag(item, with: tag))
        case .untag(let id, from: let tagID):
            guard let (item, tag) = find(id, tagID, orRespond: Response.wasNotUntagged) else { return }
            itemTagger.request(.untag(item, from: tag))
        }
    }
}

private func handle(output: @escaping Output) -> (CreateTagUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasCreated(let tag): output(.tagging(.response(.wasCreated(tag))))
        case .wasNotCreated(let tag, let error): output(.tagging(.response(.wasNotCreated(tag: tag, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (DeleteTagUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasDeleted(let tag): output(.tagging(.response(.wasDeleted(tag))))
        case .wasNotDeleted(let tag, let error): output(.tagging(.response(.wasNotDeleted(id: tag.id, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (TagTodoItemUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasTagged(let item, with: let tag): output(.tagging(.response(.wasTagged(item, with: tag))))
        case .wasNotTagged(let item, with: let tag, let error):
            output(.tagging(.response(.wasNotTagged(item: item.id, with: tag.id, error: error))))
        case .wasUntagged(let item, from: let tag): output(.tagging(.response(.wasUntagged(item, from: tag))))
        case .wasNotUntagged(let item, from: let tag, let error):
            output(.tagging(.response(.wasNotUntagged(item: item.id, from: tag.id, error: error))))
        }
    }
}
