import AditJSON

/// The durable effects that an app lists. The first one of each kind that is used without being listed is reported.
struct DurableListing {
    private let cases: Set<ByteString>
    private let gateways: Set<ByteString>
    private let environment: CoreEnvironment
    private var reported: Set<ByteString> = []

    /// - Parameter forms: the list; nil if the app's types have no schema, and its catalog nothing of them.
    init?(_ forms: [DurableForm]?, _ environment: CoreEnvironment) {
        guard let forms else { return nil }
        cases = Set(forms.flatMap(\.cases).map { ByteString($0) })
        gateways = Set(forms.compactMap(\.gateway).map { ByteString($0.name) })
        self.environment = environment
    }

    /// - Parameter message: the message of a timer.
    mutating func recordTimer(_ message: WrittenJSON) {
        var name: String?
        // A message has one key.
        try? message.read { (value) throws(CodingFailure) in
            value.forEachMember { (key, _) throws(Never) in name = key }
        }
        guard let name, !cases.contains(ByteString(name)) else { return }
        report("timers/" + name, "durable timers of \"\(name)\"", ".timers(Message.Case.\(name))")
    }

    mutating func recordRequest(to gateway: String) {
        guard !gateways.contains(ByteString(gateway)) else { return }
        report("requests/" + gateway, "durable requests to \"\(gateway)\"", ".requests(to: …)")
    }

    private mutating func report(_ key: String, _ what: String, _ form: String) {
        guard reported.insert(ByteString(key)).inserted else { return }
        environment.warn(
            """
            the app has \(what), and does not list them: a comparison of catalogs would miss what stores keep of them. \
            Add \(form) to "durable:" of its App
            """)
    }
}
