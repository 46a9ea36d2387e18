import AditCompatibility
import AditJSON

extension AppEntry {
    /// Checks the host's expectations of the app: the hash of the catalog that it was built with, or that catalog, or
    /// the part of it that it needs.
    ///
    /// - Parameter config: the config; without `expects`, nothing is done.
    /// - Throws: ``HostError`` `ADIT_ECONFIG` with the first difference that breaks the host.
    package func check(expectationsIn config: JSONReader) throws(HostError) {
        guard let expected = config["expects"] else { return }
        let catalog = Catalog(of: describe())
        let expectation = JSON(expected)
        if case .string(let hash) = expectation {
            guard hash != catalog.hash else { return }
            throw failure(
                "found the hash \(hash); that of the catalog is \(catalog.hash). The catalog in its place would say what differs"
            )
        }
        if case .object(let members) = expectation, members["hash"] == .string(catalog.hash) { return }
        var text = catalog.text
        guard let present = text.withUTF8({ JSON(UnsafeRawBufferPointer($0)) }) else {
            throw failure("the app's catalog cannot be read, and nothing was compared")
        }
        let comparison: CatalogComparison
        do { comparison = try CatalogComparison(from: expectation, to: present) } catch {
            throw failure(error.path.isEmpty ? error.reason : "found neither a hash nor a catalog: \(error.reason)")
        }
        guard comparison.broken.contains(.host) else { return }
        let breaking = comparison.breaking(.host)
        guard let first = breaking.first else {
            let found =
                comparison.omitted == 1 ? "the difference" : "one of the \(comparison.omitted) differences"
            throw failure("\(found) beyond the first 1000 breaks the host")
        }
        let rest = breaking.count + comparison.omitted - 1
        throw failure(first.line + (rest == 0 ? "" : "; and \(rest) more: adit_catalog_compare lists them"))
    }

    private func failure(_ reason: String) -> HostError { HostError(.config, "expects: \(reason)") }
}
