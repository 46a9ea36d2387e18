import AditJSON

/// A property of a model with its wire key, for generated code.
@_documentation(visibility: internal)
public struct _PartPath {
    let key: String
    let path: AnyKeyPath
    fileprivate let model: (any WireModel.Type)?

    public init<Root, Part>(_ key: String, _ path: KeyPath<Root, Part>) {
        self.key = key
        self.path = path
        model = Part.self as? any WireModel.Type
    }
}

extension JSONPointer {
    /// Returns the pointer to a property of a model, or to one in a nested model; nil if it has no wire key.
    static func pointer(to path: AnyKeyPath, in model: any WireModel.Type) -> JSONPointer? {
        tokens(to: path, in: model, below: nil).map { JSONPointer($0) }
    }

    private static func tokens(
        to path: AnyKeyPath, in model: any WireModel.Type, below outer: AnyKeyPath?
    ) -> [String]? {
        for part in model._partPaths {
            guard let whole = outer.map({ $0.appending(path: part.path) }) ?? part.path else { continue }
            if whole == path { return [part.key] }
            if let nested = part.model, let rest = tokens(to: path, in: nested, below: whole) {
                return [part.key] + rest
            }
        }
        return nil
    }
}
