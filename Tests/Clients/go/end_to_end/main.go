// A generated client of todo, over Adit's binding: end_to_end LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other one
// has another hash.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"adit"
	"example/client"
	other "example/other"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(found, expected any) {
	if fmt.Sprint(found) != fmt.Sprint(expected) {
		panic(fmt.Sprintf("found %v; %v is expected", found, expected))
	}
}

func todo(request client.TodoRequest) client.MessageToCore {
	return client.MessageToCore{Todo: &client.TodoToCore{Request: &request}}
}

func add(text string) client.MessageToCore {
	return todo(client.TodoRequest{Add: &client.TodoRequestAdd{Item: client.TodoItemInput{Text: text}}})
}

func importing(list string) client.MessageToCore {
	return todo(client.TodoRequest{Import: &client.TodoRequestImport{From: list}})
}

// with runs a client, and closes it.
func with(library *adit.Library, options client.ClientOptions, body func(*client.Client)) {
	made, err := client.Open(library, options)
	must(err)
	done := make(chan error)
	go func() { done <- made.Run(context.Background()) }()
	body(made)
	must(made.Close())
	must(<-done)
}

func request(made *client.Client, message client.MessageToCore) client.TodoResponse {
	answer, err := made.Request(context.Background(), message)
	must(err)
	return *answer.Message.Todo.Response
}

func main() {
	library, err := adit.Open(os.Args[1])
	must(err)
	requests(library)
	gateways(library)
	misunderstood(library)
	refused(library)
}

// requests: requests, a message with what stands beside it, a gateway and a followed part.
func requests(library *adit.Library) {
	heard := make(chan client.Received, 100)
	options := client.ClientOptions{
		Gateways: client.Gateways{
			Lists: func(ctx context.Context, request client.ListRequest) (client.FetchedList, error) {
				return client.FetchedList{Texts: client.List[string]{"Bread", "Salt"}}, nil
			},
		},
		OnMessage: func(message client.Received, err error) { heard <- message },
	}
	with(library, options, func(made *client.Client) {
		open, err := made.FollowViewOpenWindow(adit.Window{From: 0, Limit: 10})
		must(err)
		expect(request(made, add("Milk")).WasAdded.Text, "Milk")
		var texts []string
		for _, item := range *request(made, importing("groceries")).WereImported {
			texts = append(texts, item.Text)
		}
		expect(texts, []string{"Bread", "Salt"})
		for range open.Changes() {
			value, err := open.Value()
			must(err)
			if value != nil && len(value.Ids) == 3 {
				break
			}
		}
		must(made.SendBeside(client.Sent{Message: add("Tea"), SentBeside: client.SentBeside{ID: &client.AditId{Integer: client.Pointer(int64(7))}}}))
		for message := range heard {
			if message.Message.Todo != nil {
				expect(message.Message.Todo.Response.WasAdded.Text, "Tea")
				expect(*message.ID.Integer, 7)
				break
			}
		}
	})
}

// gateways: an error of a gateway is one of the app's, and an effect that is cancelled ends the context.
func gateways(library *adit.Library) {
	began, cancelled := make(chan struct{}), make(chan struct{})
	lists := func(ctx context.Context, request client.ListRequest) (client.FetchedList, error) {
		if request.Fetch.List == "nothing" {
			return client.FetchedList{}, errors.New("no such list")
		}
		close(began)
		<-ctx.Done()
		close(cancelled)
		return client.FetchedList{}, nil
	}
	with(library, client.ClientOptions{Gateways: client.Gateways{Lists: lists}}, func(made *client.Client) {
		expect(request(made, importing("nothing")).WereNotImported.From, "nothing")
		must(made.Send(importing("groceries")))
		<-began
		must(made.Send(todo(client.TodoRequest{CancelImport: &client.TodoRequestCancelImport{From: "groceries"}})))
		<-cancelled
	})
}

// misunderstood: an answer that is not understood is an error, and the client goes on.
func misunderstood(library *adit.Library) {
	failures := make(chan error, 100)
	onMessage := func(message client.Received, err error) {
		if err != nil {
			failures <- err
		}
	}
	with(library, client.ClientOptions{OnMessage: onMessage}, func(made *client.Client) {
		check := func(err error) {
			var refused *client.DecodingError
			expect(errors.As(err, &refused), true)
			expect(strings.HasPrefix(err.Error(), "todo.response.wasNotAdded.error: found a text; one of noText"), true)
		}
		_, err := made.Request(context.Background(), add(""))
		check(err)
		must(made.Send(add("")))
		check(<-failures)
		expect(request(made, add("Milk")).WasAdded.Text, "Milk")
	})
}

// refused: an app with another catalog is refused; one that has extended it is not.
func refused(library *adit.Library) {
	_, err := other.Open(library, other.ClientOptions{})
	expect(errors.Is(err, adit.ErrConfig), true)
	expect(strings.Contains(err.Error(), "expects"), true)
	catalog, err := library.Catalog("todo")
	must(err)
	catalog = bytes.Replace(catalog, []byte(client.Hash), []byte("0123456789abcdef"), 1)
	config := client.AditConfig{Expects: client.Pointer(json.RawMessage(catalog))}
	with(library, client.ClientOptions{Config: config}, func(made *client.Client) {
		expect(request(made, add("Milk")).WasAdded.Text, "Milk")
	})
}
