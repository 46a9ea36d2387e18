// Reads and writes messages with the generated package client.
import client.DecodingError
import client.Received
import client.Sent

fun main() {
    val out = System.out.bufferedWriter()
    for (line in System.`in`.bufferedReader().lineSequence()) {
        val text = line.substring(7)
        val answer = try {
            if (line.startsWith("toCore")) Sent.parse(text).json() else Received.parse(text).json()
        } catch (error: DecodingError) {
            "error: " + error.message.orEmpty().replace("\n", " ")
        }
        out.write(answer + "\n")
    }
    out.flush()
}
