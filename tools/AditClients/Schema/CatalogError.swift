/// The reason why no client can be made of a catalog.
package struct CatalogError: Error {
    /// Where in the catalog it is, what was found, and what would have been right: one line, as terminals print it.
    package let text: String

    package init(_ text: String) { self.text = String(PlainText.line(text).prefix(1000)) }

    init(at place: CatalogPlace, _ text: String) { self.init("\(place): \(text)") }
}
