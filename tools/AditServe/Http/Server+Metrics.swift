/// What the server has counted since it began.
struct Figures {
    /// Lines of clients.
    var lines = 0
    /// Messages of cores.
    var outputs = 0
    var refusals = 0
    /// Processes that have ended without being asked to.
    var crashes = 0
    /// Clients that were dropped, as they do not read.
    var drops = 0
    /// Requests by HTTP.
    var requests = 0
}

extension Server {
    /// The figures, as Prometheus reads them (text format 0.0.4).
    var metrics: String {
        var text = ""
        func add(_ name: String, _ type: String, _ value: Int, _ help: String) {
            text += "# HELP adit_\(name) \(help)\n# TYPE adit_\(name) \(type)\nadit_\(name) \(value)\n"
        }
        add("lines_total", "counter", figures.lines, "Lines of clients.")
        add("outputs_total", "counter", figures.outputs, "Messages of cores.")
        add("refusals_total", "counter", figures.refusals, "Refused lines.")
        add("crashes_total", "counter", figures.crashes, "Processes that have crashed.")
        add("dropped_clients_total", "counter", figures.drops, "Clients that did not read.")
        add("http_requests_total", "counter", figures.requests, "Requests by HTTP.")
        add("clients", "gauge", clients.count, "Connected clients.")
        add("cores", "gauge", coresByName.count, "Open cores.")
        add("processes", "gauge", processes.count { $0.state == .running }, "Running processes of libraries.")
        add("output_bytes", "gauge", clients.reduce(0) { $0 + $1.output.count }, "Output that waits for clients.")
        return text
    }
}
