// SPDX-License-Identifier: Apache-2.0
// Reads and writes messages with the generated file client.swift.

while let line = readLine() {
    let (direction, text) = (line.prefix(6), String(line.dropFirst(7)))
    do { print(try direction == "toCore" ? Sent(json: text).json : Received(json: text).json) } catch {
        print("error: " + "\(error)".split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
    }
}
