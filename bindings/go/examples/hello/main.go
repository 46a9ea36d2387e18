package main

import (
	"fmt"
	"log"
	"os"

	"adit.example/adit"
)

func main() {
	library, err := adit.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	core, err := library.OpenCore("counter", &adit.Options{OnMessage: func(text []byte) { fmt.Println(string(text)) }})
	if err != nil {
		log.Fatal(err)
	}
	defer core.Close(adit.Forever) // prints {"@closed":{}}
	if err := core.Send(`{"counter":{"request":{"increment":{"by":2}}}}`); err != nil {
		log.Fatal(err)
	}
	core.Process(0) // prints {"counter":{"response":{"wasIncremented":{"to":2}}}}
}
