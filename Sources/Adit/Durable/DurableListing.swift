import AditJSON

/// What an app lists of its durable effects. The first of each kind that it uses and does not list is reported.
struct DurableListing {
    private let hasTimers: Bool
    private let gateways: Set<ByteString>
    private let environment: CoreEnvironment
    private var reported: Set<ByteString> = []

    /// - Parameter forms: the list; nil if the app's types have no schema, and its catalog nothing of them.
    init?(_ forms: [DurableForm]?, _ environment: CoreEnvironment) {
        guard let forms else { return nil }
        hasTimers = forms.contains { $0.isTimers }
        gateways = Set(forms.compactMap { $0.gateway }.map { ByteString($0.name) })
        self.environment = environment
    }

    mutating func noteTimer() {
        if !hasTimers { report("timers", "durable timers", ".timers") }
    }

    mutating func noteRequest(to gateway: String) {
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
