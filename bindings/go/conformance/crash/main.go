// Command crash shows what a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"adit.example/adit"
)

var cancelled = make(chan struct{})

func lists(ctx context.Context, _ *adit.GatewayRequest) (any, error) {
	fmt.Println("called lists")
	<-ctx.Done()
	fmt.Println("cancelled lists")
	cancelled <- struct{}{}
	return map[string]any{"texts": []string{"late"}}, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func add(core *adit.Core, text string) {
	_, err := core.Request(context.Background(), fmt.Sprintf(`{"todo":{"request":{"add":{"item":{"text":%q}}}}}`, text))
	check(err)
	fmt.Println("added", text)
}

func expectFailure(core *adit.Core) {
	_, err := core.Request(context.Background(), `{"todo":{"request":{"import":{"from":"x"}}}}`)
	var failure *adit.Error
	if errors.As(err, &failure) {
		fmt.Println("failed", failure.Code.Name())
	}
	<-cancelled
}

func main() {
	library, err := adit.Open(os.Args[1])
	check(err)
	core, err := library.OpenCore("todo", &adit.Options{Gateways: map[string]adit.Gateway{"lists": lists}})
	check(err)
	count, err := core.Mirror("/view/openCount")
	check(err)
	ended := make(chan struct{})
	go func() { check(core.Run(context.Background())); close(ended) }()
	zeros := make(chan struct{}, 10)
	go func() {
		for range count.Changes() {
			count.Read(func(value any, _ bool) {
				fmt.Println("count", value)
				if value == json.Number("0") {
					zeros <- struct{}{}
				}
			})
		}
	}()
	<-zeros
	add(core, "Milk")
	expectFailure(core)
	<-zeros // it has begun anew
	add(core, "Tea")
	expectFailure(core)
	check(core.Close(adit.Forever))
	<-ended
	fmt.Println("closed")
}
