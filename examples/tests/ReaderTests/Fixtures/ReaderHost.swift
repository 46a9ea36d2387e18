import Adit
import Support

@testable import ReaderCore

typealias ReaderHost = AppHost<ReaderState, Message>

extension ReaderHost {
    convenience init(
        gateways: Set<String> = ["http", "keyValue"], bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) {
        self.init(readerApp(), gateways: gateways, from: .morning, bringing: bring)
    }

    func send(_ request: Message._Page.Request, id: Int? = nil, with values: DependencyValues? = nil) {
        send(.page(.request(request)), id: id, with: values)
    }
}
