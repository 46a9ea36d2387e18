// A generated client of todo, over Adit's binding: end_to_end LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other one
// has another hash.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"adit.example/adit"
	"adit.example/adit/typed"
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

var background = context.Background()

func add(made *client.Client, text string) client.TodoResponse {
	answer, err := made.Todo.Add(background, client.TodoItemInput{Text: text})
	must(err)
	return answer
}

// with runs a client, and closes it.
func with(library *adit.Library, gateways client.Gateways, options typed.Options, body func(*client.Client)) {
	made, err := client.Open(library, gateways, options)
	must(err)
	done := make(chan error)
	go func() { done <- made.Run(context.Background()) }()
	body(made)
	must(made.Close())
	must(<-done)
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
	heard := make(chan typed.Received, 100)
	gateways := client.Gateways{
		Lists: func(ctx context.Context, request client.ListRequest) (client.FetchedList, error) {
			return client.FetchedList{Texts: []string{"Bread", "Salt"}}, nil
		},
	}
	options := typed.Options{OnMessage: func(message typed.Received, err error) { heard <- message }}
	with(library, gateways, options, func(made *client.Client) {
		open, err := made.FollowViewOpenWindow(adit.Window{From: 0, Limit: 10})
		must(err)
		added := add(made, "Milk").(client.TodoResponseWasAdded).Value
		expect(added.Text, "Milk")
		expect(added.Completed, false)
		answer, err := made.Todo.Import(background, "groceries")
		must(err)
		var texts []string
		for _, item := range answer.(client.TodoResponseWereImported).Value {
			texts = append(texts, item.Text)
		}
		expect(texts, []string{"Bread", "Salt"})
		for range open.Changes() {
			value, _, err := open.Value()
			must(err)
			if value.Len() == 3 {
				item, found := value.Get(value.IDs[0])
				expect(value.All()[0], item)
				expect(found, true)
				break
			}
		}
		must(made.SendBeside(client.TodoRequestAdd{Item: client.TodoItemInput{Text: "Tea"}}, typed.Beside{ID: 7}))
		for message := range heard {
			if item, isAdded := message.Message.(client.TodoResponseWasAdded); isAdded {
				expect(item.Value.Text, "Tea")
				expect(message.ID, 7)
				expect(message.Path, []string{"todo", "response"})
				break
			}
		}
		created, err := made.Tagging.Create(background, client.TagInput{Name: "food"})
		must(err)
		expect(created.(client.TaggingResponseWasCreated).Value.Name, "food")
		figures, err := made.Stats(background)
		must(err)
		expect(figures.Queued, 0)
	})
}

// gateways: an error of a gateway is one of the app's, and an effect that is cancelled ends the context.
func gateways(library *adit.Library) {
	began, cancelled := make(chan struct{}), make(chan struct{})
	lists := func(ctx context.Context, request client.ListRequest) (client.FetchedList, error) {
		if request.(client.ListRequestFetch).List == "nothing" {
			return client.FetchedList{}, errors.New("no such list")
		}
		close(began)
		<-ctx.Done()
		close(cancelled)
		return client.FetchedList{}, nil
	}
	with(library, client.Gateways{Lists: lists}, typed.Options{}, func(made *client.Client) {
		answer, err := made.Todo.Import(background, "nothing")
		must(err)
		expect(answer.(client.TodoResponseWereNotImported).From, "nothing")
		must(made.Send(client.TodoRequestImport{From: "groceries"}))
		<-began
		must(made.Send(client.TodoRequestCancelImport{From: "groceries"}))
		<-cancelled
	})
}

// misunderstood: an answer that is not understood is an error, and the client goes on.
func misunderstood(library *adit.Library) {
	failures := make(chan error, 100)
	onMessage := func(message typed.Received, err error) {
		if err != nil {
			failures <- err
		}
	}
	with(library, client.Gateways{}, typed.Options{OnMessage: onMessage}, func(made *client.Client) {
		check := func(err error) {
			var refused *typed.DecodingError
			expect(errors.As(err, &refused), true)
			expect(strings.HasPrefix(err.Error(), "todo.response.wasNotAdded.error: found a text; one of noText"), true)
		}
		_, err := made.Todo.Add(background, client.TodoItemInput{})
		check(err)
		must(made.Send(client.TodoRequestAdd{}))
		check(<-failures)
		expect(add(made, "Milk").(client.TodoResponseWasAdded).Value.Text, "Milk")
	})
}

// refused: an app with another catalog is refused; one that has extended it is not.
func refused(library *adit.Library) {
	_, err := other.Open(library, other.Gateways{}, typed.Options{})
	expect(errors.Is(err, adit.ErrConfig), true)
	expect(strings.Contains(err.Error(), "expects"), true)
	catalog, err := library.Catalog("todo")
	must(err)
	catalog = bytes.Replace(catalog, []byte(client.Hash), []byte("0123456789abcdef"), 1)
	config := typed.AditConfig{Expects: catalog}
	with(library, client.Gateways{}, typed.Options{Config: config}, func(made *client.Client) {
		expect(add(made, "Milk").(client.TodoResponseWasAdded).Value.Text, "Milk")
	})
}
