/// A kind of durable effect that an app has (``App/durable``). A store keeps it until it ends, in the form of the version that made it, so later versions
/// of the app have to read that form, or migrate it: with the list, the catalog has the forms, and a comparison of catalogs covers them.
public struct DurableForm: Sendable {
    enum Kind {
        case timers
        case requests(any DescribedGateway)
    }

    let kind: Kind

    /// Durable timers, whose messages are kept (``CoreBuilder/timers``).
    public static var timers: DurableForm { DurableForm(kind: .timers) }

    /// Durable requests to a gateway (``CoreBuilder/durable(_:as:retry:answer:)``).
    ///
    /// - Parameter gateway: the gateway, which the app lists as well.
    public static func requests(to gateway: some DescribedGateway) -> DurableForm {
        DurableForm(kind: .requests(gateway))
    }

    var isTimers: Bool { if case .timers = kind { true } else { false } }

    /// The gateway of requests; nil of timers.
    var gateway: (any DescribedGateway)? { if case .requests(let gateway) = kind { gateway } else { nil } }
}
