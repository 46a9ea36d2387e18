import Adit
import Support

@testable import TodoCore

typealias TodoHost = AppHost<TodoState, Message>

extension TodoHost {
    /// Its clock begins in the evening.
    ///
    /// - Parameter update: sets what the core brings; it brings ids that count.
    convenience init(
        gateways: Set<String> = [], bringing update: (inout DependencyValues) -> Void = { $0.uuid = .numbered() }
    ) {
        self.init(todoApp(), gateways: gateways, from: .evening, bringing: update)
    }
}
