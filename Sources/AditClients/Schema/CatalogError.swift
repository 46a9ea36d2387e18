// SPDX-License-Identifier: Apache-2.0

/// The reason why no client can be made of a catalog.
package struct CatalogError: Error {
    /// Where in the catalog it is, what was found, and what would have been right.
    package let text: String

    package init(_ text: String) { self.text = text }
}
