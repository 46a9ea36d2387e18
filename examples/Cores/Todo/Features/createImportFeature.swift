import Adit

/// Makes the feature that imports the items of external lists.
///
/// - Parameters:
///   - listGateway: fetches the lists.
package func createImportFeature(store: Store, listGateway: any ListGateway, output: @escaping Output) -> Input {
    let itemImporter = ImportTodoItemsUseCase(
        store: store, listGateway: listGateway, responder: handle(output: output))
    return { message in
        switch message {
        case .todo(.request(.import(let list))): itemImporter.request(.startImport(from: list))
        case .todo(.request(.cancelImport(let list))): itemImporter.request(.cancelImport(from: list))
        case .todo(.request(.finishImport(let list, let result))):
            itemImporter.request(.finishImport(from: list, result: result))
        default: break
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
