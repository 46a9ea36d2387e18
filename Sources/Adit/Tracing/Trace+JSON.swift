import AditJSON

extension Trace {
    /// Writes the entries as an array, the oldest first.
    package func write(to writer: JSONWriter) {
        writer.write(literal: "[")
        for (index, entry) in entries.enumerated() {
            if index > 0 { writer.write(literal: ",") }
            entry.write(to: writer)
        }
        writer.write(literal: "]")
    }
}

extension Trace.Entry {
    /// `{"n": 2, "from": 1, "output": "todo.response.wasAdded", "message": {…}}`.
    fileprivate func write(to writer: JSONWriter) {
        writer.write(literal: #"{"n":"#)
        writer.write(number)
        if let from {
            writer.write(literal: #","from":"#)
            writer.write(from)
        }
        switch kind {
        case .message(let id, let client, let isHandled):
            writer.write(literal: #","message":"#)
            writer.write(name)
            if let id {
                writer.write(literal: #","id":"#)
                switch id {
                case .text(let text): writer.write(text)
                case .number(let number): writer.write(number)
                }
            }
            if let client {
                writer.write(literal: #","client":"#)
                writer.write(client)
            }
            if !isHandled { writer.write(literal: #","handled":false"#) }
        case .output:
            writer.write(literal: #","output":"#)
            writer.write(name)
        case .effect(let number):
            writer.write(literal: #","effect":"#)
            writer.write(number)
        case .request(let id):
            writer.write(literal: #","request":"#)
            id.write(to: writer)
            writer.write(literal: #","gateway":"#)
            writer.write(name)
        }
        if let text {
            writer.write(literal: #","value":"#)
            writer.write(json: text)
        }
        if !useCases.isEmpty {
            writer.write(literal: #","useCases":["#)
            for (index, request) in useCases.enumerated() {
                writer.write(literal: index > 0 ? #",{"useCase":"# : #"{"useCase":"#)
                writer.write(request.useCase)
                writer.write(literal: #","request":"#)
                writer.write(request.request)
                writer.write(literal: "}")
            }
            writer.write(literal: "]")
        }
        if let error {
            writer.write(literal: #","error":"#)
            writer.write(error)
        }
        writer.write(literal: #","at":"#)
        writer.write(at.description)
        if let nanoseconds {
            writer.write(literal: #","nanoseconds":"#)
            writer.write(nanoseconds)
        }
        writer.write(literal: "}")
    }
}
