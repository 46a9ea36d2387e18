// host LIBRARY TEXT...: adds each text to the list of the core @name@, and prints what it answers.
package main

import (
	"fmt"
	"log"
	"os"

	adit "@ADIT_GO@"
)

func main() {
	library, err := adit.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	core, err := library.OpenCore("@name@", &adit.Options{OnMessage: func(text []byte) { fmt.Println(string(text)) }})
	if err != nil {
		log.Fatal(err)
	}
	defer core.Close(adit.Forever)
	for _, text := range os.Args[2:] {
		add := map[string]any{"add": map[string]any{"text": text}}
		if err := core.Send(map[string]any{"entries": map[string]any{"request": add}}); err != nil {
			log.Fatal(err)
		}
	}
	core.Process(0)
}
