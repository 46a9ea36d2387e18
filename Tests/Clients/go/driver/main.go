// Reads and writes messages with the generated package client.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"adit.example/adit/typed"
	"example/client"
)

func passed(direction string, text []byte) ([]byte, error) {
	if direction == "toCore" {
		sent, err := client.ToCore.ReadSent(text)
		if err != nil {
			return nil, err
		}
		return typed.Write(sent.Message, sent.Path, sent.Beside)
	}
	received, err := client.ToHost.Read(text)
	if err != nil {
		return nil, err
	}
	return typed.Write(received.Message, received.Path, received.Heard)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		direction, text, _ := strings.Cut(lines.Text(), " ")
		answer, err := passed(direction, []byte(text))
		if err != nil {
			answer = []byte("error: " + strings.ReplaceAll(err.Error(), "\n", " "))
		}
		fmt.Fprintln(out, string(answer))
	}
}
