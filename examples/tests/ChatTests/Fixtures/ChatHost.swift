import Adit
import Support

@testable import ChatCore

typealias ChatHost = AppHost<ChatState, Message>

extension ChatHost {
    /// - Parameter app: the app; another one has an inbox of its own.
    convenience init(_ app: App<ChatState, Message> = chatApp(), gateways: Set<String> = ["inbox"]) {
        self.init(app, gateways: gateways, from: .morning) { $0.uuid = .incrementing }
    }

    func send(_ request: Message._Presence.Request) { send(.presence(.request(request))) }
}
