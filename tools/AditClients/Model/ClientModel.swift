/// What a client has to know of an app: that of its catalog, with a name for each type.
package struct ClientModel: Sendable {
    package let app: String
    package let version: String
    package let hash: String
    /// The name of the class of the client.
    let clientName: String
    /// The types, each after the one that mentions it first.
    let types: [TypeDeclaration]
    let toCore: Messages
    let toHost: Messages
    let gateways: [Gateway]
    /// The names of the types that may be sent, and of those that may be received.
    let sent: Set<String>
    let received: Set<String>
    /// The app's messages as the methods of a client.
    let operations: Operations
    /// The names that types have, for further ones.
    let names: NameTable
    /// The places of the types by their names, and the number of the group of types of which each has values of all others in it.
    let indices: [String: Int]
    let components: [Int]

    /// The names of the types for the two directions, the state, the views and the config.
    static let messageToCore = "MessageToCore"
    static let messageToHost = "MessageToHost"
    static let state = "AppState"
    static let view = "AppView"
    static let config = "AditConfig"

    /// The types whose cases are messages to the core, of the app or of Adit.
    func typesToCore(isOwn: Bool) -> Set<String> { isOwn ? [Operations.ownToCore] : Set(operations.toCore.map(\.type)) }

    subscript(name: String) -> TypeDeclaration? { indices[name].map { types[$0] } }
}

extension ClientModel {
    /// The names of the types of cases with several values.
    var payloadNames: Set<String> {
        var names: Set<String> = []
        for case .members(let name, _) in types.flatMap(\.cases).map(\.payload) { names.insert(name) }
        return names
    }
}
