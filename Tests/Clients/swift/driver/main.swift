// Reads and writes messages with the generated file client.swift.
import AditTyped

while let line = readLine() {
    let (direction, text) = (line.prefix(6), String(line.dropFirst(7)))
    do {
        print(
            try direction == "toCore"
                ? AditTyped.Sent<Sent>(json: text).json : AditTyped.Received<Heard>(json: text).json)
    } catch {
        // A carriage return and a line feed are one character to Swift, and two to who reads the answers.
        print("error: " + "\(error)".unicodeScalars.map { $0 == "\n" ? " " : String($0) }.joined())
    }
}
