import Adit

/// The gateway by which the host shows notifications. It answers nothing.
public let notificationsHost = HostGateway<NotificationsRequest, Never>("notifications")

/// A request to the host.
@Model
public enum NotificationsRequest: Equatable, Sendable {
    /// Shows a notification, in place of the one of this id.
    case show(id: String, title: String, text: String = "")
    /// Takes a notification away; it does not matter whether it is shown.
    case withdraw(id: String)
}

/// A gateway that shows notifications. No effect is needed: the host receives it once the current message has succeeded.
public protocol NotificationsGateway: Sendable {
    /// Tells the host.
    ///
    /// - Throws: `GatewayFailure` whenever the host does not serve the gateway or the app does not list it.
    func send(_ request: NotificationsRequest) throws
}

struct HostNotificationsGateway: NotificationsGateway {
    let notifications: HostConnection<NotificationsRequest, Never>
    func send(_ request: NotificationsRequest) throws { try notifications.send(request) }
}

extension CoreBuilder {
    /// A gateway that shows notifications. The app lists ``notificationsHost``.
    public var notifications: any NotificationsGateway {
        HostNotificationsGateway(notifications: connect(notificationsHost))
    }
}

extension MissingGateway: NotificationsGateway {
    func send(_ request: NotificationsRequest) throws { throw MissingGatewayError(name: "notifications") }
}

private enum NotificationsKey: DependencyKey {
    static var liveValue: any NotificationsGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway that shows notifications. A feature sets it, `.dependency(\.notifications, core.notifications)`.
    public var notifications: any NotificationsGateway {
        get { self[NotificationsKey.self] }
        set { self[NotificationsKey.self] = newValue }
    }
}
