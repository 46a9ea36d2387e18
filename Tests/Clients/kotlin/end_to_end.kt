// SPDX-License-Identifier: Apache-2.0
// Drives a core of todo over the standard streams.
import client.*

object Streams : Transport {
    var receive: (String) -> Unit = {}

    override fun open(app: String, config: String, receive: (String) -> Unit) {
        this.receive = receive
        println("open $app $config")
    }

    override fun send(text: String) = println("send $text")
}

fun todo(request: TodoRequest) = MessageToCoreTodo(TodoToCoreRequest(request))

fun main() {
    lateinit var client: TodoClient
    val gateways = Gateways(lists = { _, reply -> reply.send(FetchedList(listOf("Bread", "Salt"))) })
    client = TodoClient(Streams, gateways) { received ->
        val message = received.message
        val response = ((message as? MessageToHostTodo)?.value as? TodoToHostResponse)?.value
        when (response) {
            is TodoResponseWasAdded -> if (received.id == 7L) client.send(todo(TodoRequestImport("groceries")))
            is TodoResponseWereImported -> if (response.value.map { it.text } == listOf("Bread", "Salt")) println("done")
        }
    }
    client.open()
    client.send(Sent(todo(TodoRequestAdd(TodoItem("Milk"))), id = 7L))
    for (line in System.`in`.bufferedReader().lineSequence()) Streams.receive(line)
}
