/// A kind of durable effect that an app has (`durable:` of its ``App``). A store keeps it until it ends, in the form of the version
/// that made it, so later versions of the app have to read that form, or migrate it: with the list, the catalog has the
/// forms, and a comparison of catalogs covers them.
public struct DurableForm: Sendable {
    enum Kind {
        case timers(of: [String])
        case requests(any DescribedGateway)
    }

    let kind: Kind

    /// Durable timers that output messages of some cases (``CoreBuilder/timers``), such as
    /// `.timers(Message.Case.reminder)`.
    public static func timers<Case: RawRepresentable<String>>(_ cases: Case...) -> DurableForm {
        DurableForm(kind: .timers(of: cases.map(\.rawValue)))
    }

    /// Durable requests to a gateway (``CoreBuilder/durable(_:as:retry:answer:)``).
    ///
    /// - Parameter gateway: the gateway, which the app lists as well.
    public static func requests(to gateway: some DescribedGateway) -> DurableForm {
        DurableForm(kind: .requests(gateway))
    }

    /// The names of the cases of timers; none of requests.
    var cases: [String] { if case .timers(let cases) = kind { cases } else { [] } }

    /// The gateway of requests; nil of timers.
    var gateway: (any DescribedGateway)? { if case .requests(let gateway) = kind { gateway } else { nil } }
}
