/// A member of an object.
package struct SchemaMember: Hashable, Sendable {
    package let key: String
    package let value: SchemaNode

    init(_ key: String, _ value: SchemaNode) { (self.key, self.value) = (key, value) }
}
