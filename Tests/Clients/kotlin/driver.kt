// Reads and writes messages with the generated package client.
import client.toCore
import client.toHost
import dev.adit.typed.DecodingException
import dev.adit.typed.Messages

fun main() {
    val out = System.out.bufferedWriter()
    for (line in System.`in`.bufferedReader().lineSequence()) {
        val text = line.substring(7)
        val answer = try {
            (if (line.startsWith("toCore")) Messages.json(toCore.sent(text)) else Messages.json(toHost.received(text))).toString()
        } catch (error: DecodingException) {
            "error: " + error.message.orEmpty().replace("\n", " ")
        }
        out.write(answer + "\n")
    }
    out.flush()
}
