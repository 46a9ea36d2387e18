// What a message costs: cost LIBRARY COUNT [value] sends COUNT messages, each with a Process of its own, and prints the nanoseconds of one.
// With "value", each is made of a value, and its answer is decoded.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"adit.example/adit"
)

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: cost LIBRARY COUNT [value]")
	}
	count, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	library, err := adit.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	withValues := len(os.Args) > 3
	core, err := library.OpenCore("counter", &adit.Options{OnMessage: func(text []byte) {
		var value any
		if withValues && json.Unmarshal(text, &value) != nil {
			log.Fatalf("not JSON: %s", text)
		}
	}})
	if err != nil {
		log.Fatal(err)
	}
	var message any = []byte(`{"counter":{"request":{"increment":{"by":1}}}}`)
	if withValues {
		increment := map[string]any{"increment": map[string]int{"by": 1}}
		message = map[string]any{"counter": map[string]any{"request": increment}}
	}
	begin := time.Now()
	for ; count > 0; count-- {
		if err := core.Send(message); err != nil {
			log.Fatal(err)
		}
		if _, err := core.Process(0); err != nil {
			log.Fatal(err)
		}
	}
	total, _ := strconv.Atoi(os.Args[2])
	fmt.Println(time.Since(begin).Nanoseconds() / int64(total))
}
