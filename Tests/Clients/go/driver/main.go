// Reads and writes messages with the generated package client.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"example/client"
)

func passed[T any](text string) (string, error) {
	var message T
	if err := json.Unmarshal([]byte(text), &message); err != nil {
		return "", err
	}
	answer, err := json.Marshal(message)
	return string(answer), err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		direction, text, _ := strings.Cut(lines.Text(), " ")
		read := passed[client.Received]
		if direction == "toCore" {
			read = passed[client.Sent]
		}
		answer, err := read(text)
		if err != nil {
			answer = "error: " + strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Fprintln(out, answer)
	}
}
