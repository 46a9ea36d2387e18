// Drives a core of todo over the standard streams.
//
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"driver/client"
)

type streams struct{ receive func(text string) error }

func (streams *streams) Open(app, config string, receive func(text string) error) error {
	streams.receive = receive
	_, err := fmt.Println("open", app, config)
	return err
}

func (streams *streams) Send(text string) error {
	_, err := fmt.Println("send", text)
	return err
}

func todo(request client.TodoRequest) client.MessageToCore {
	return client.MessageToCore{Todo: &client.TodoToCore{Request: &request}}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	transport := &streams{}
	gateways := client.Gateways{
		Lists: func(ctx context.Context, request client.ListRequest) (client.FetchedList, error) {
			return client.FetchedList{Texts: client.List[string]{"Bread", "Salt"}}, nil
		},
	}
	var todos *client.Client
	todos = client.NewClient(transport, gateways, func(message client.Received) {
		if message.Message.Todo == nil {
			return
		}
		response := message.Message.Todo.Response
		switch {
		case response.WasAdded != nil && *message.ID.Integer == 7:
			must(todos.Send(todo(client.TodoRequest{Import: &client.TodoRequestImport{From: "groceries"}})))
		case response.WereImported != nil && (*response.WereImported)[0].Text == "Bread":
			fmt.Println("done")
		}
	})
	must(todos.Open(client.AditConfig{}))
	add := todo(client.TodoRequest{Add: &client.TodoRequestAdd{Item: client.TodoItem{Text: "Milk"}}})
	must(todos.SendBeside(client.Sent{Message: add, SentBeside: client.SentBeside{ID: &client.AditId{Integer: client.Pointer(int64(7))}}}))
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		must(transport.receive(lines.Text()))
	}
	todos.Close()
}
