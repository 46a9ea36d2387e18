// SPDX-License-Identifier: Apache-2.0

/// A member of a record.
struct Member: Hashable, Sendable {
    let key: String
    let doc: String
    let shape: Shape
    let isRequired: Bool
}
