// A generated client of chat, whose source sends items and ends: source LIBRARY
package main

import (
	"context"
	"fmt"
	"os"

	"adit.example/adit"
	"adit.example/adit/typed"
	"example/client"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	library, err := adit.Open(os.Args[1])
	must(err)
	heard := make(chan any, 10)
	gateways := client.Gateways{
		Inbox: func(ctx context.Context, request client.InboxRequest, send func(client.ChatMessageInput) error) error {
			return send(client.ChatMessageInput{From: "Ada", Text: "Hello to " + request.(client.InboxRequestFollow).Room})
		},
	}
	made, err := client.Open(library, gateways, typed.Options{
		OnMessage: func(message typed.Received, err error) {
			must(err)
			if len(message.Path) > 0 && message.Path[0] == "inbox" {
				heard <- message.Message
			}
		},
	})
	must(err)
	must(made.Send(client.PresenceRequestGoOnline{Room: "kitchen"}))
	done := make(chan error)
	go func() { done <- made.Run(context.Background()) }()
	if received, isReceived := (<-heard).(client.InboxReceived); !isReceived || received.Message.Text != "Hello to kitchen" {
		panic(fmt.Sprint(received))
	}
	if lost, isLost := (<-heard).(client.InboxWasLost); !isLost || lost.Reason != nil {
		panic(fmt.Sprint(lost))
	}
	must(made.Close())
	must(<-done)
}
