// A generated client of chat, whose source sends items and ends: source LIBRARY
package main

import (
	"context"
	"fmt"
	"os"

	"adit"
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
	heard := make(chan client.Inbox, 10)
	made, err := client.Open(library, client.ClientOptions{
		Gateways: client.Gateways{
			Inbox: func(ctx context.Context, request client.InboxRequest, send func(client.ChatMessageInput) error) error {
				return send(client.ChatMessageInput{From: "Ada", Text: "Hello to " + request.Follow.Room})
			},
		},
		OnMessage: func(message client.Received, err error) {
			must(err)
			if message.Message.Inbox != nil {
				heard <- *message.Message.Inbox
			}
		},
	})
	must(err)
	online := client.PresenceRequest{GoOnline: &client.PresenceRequestGoOnline{Room: "kitchen"}}
	must(made.Send(client.MessageToCore{Presence: &client.PresenceToCore{Request: &online}}))
	done := make(chan error)
	go func() { done <- made.Run(context.Background()) }()
	if received := (<-heard).Received; received == nil || received.Message.Text != "Hello to kitchen" {
		panic(fmt.Sprint(received))
	}
	if lost := (<-heard).WasLost; lost == nil || lost.Reason != nil {
		panic(fmt.Sprint(lost))
	}
	must(made.Close())
	must(<-done)
}
