// The driver of the conformance suite (bindings/conformance/README.md), through the public API of this package.
//
//	driver LIBRARY
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"adit.example/adit"
)

type arguments struct {
	App, Config, Client *string
	Core                int
	Text                string
	Timeout             int
}

type driver struct {
	library *adit.Library
	cores   []*adit.Core
	heard   []string
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: driver LIBRARY")
		os.Exit(2)
	}
	library, err := adit.Open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	driver := &driver{library: library}
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		answer, err := json.Marshal(driver.answer(line))
		if err != nil {
			answer = []byte("null")
		}
		fmt.Printf("%s\n", answer)
	}
}

func (d *driver) answer(line []byte) map[string]any {
	var request map[string]arguments
	if err := json.Unmarshal(line, &request); err != nil {
		return failure(err)
	}
	d.heard = []string{}
	answer := map[string]any{}
	var number int
	for name, arguments := range request {
		number = arguments.Core
		if err := d.perform(name, arguments, answer); err != nil {
			answer = failure(err)
		}
	}
	answer["messages"] = d.heard
	if core := d.core(number); core != nil {
		isReady, err := core.IsReady()
		answer["ready"] = err == nil && isReady
	}
	return answer
}

func (d *driver) core(number int) *adit.Core {
	if number < 1 || number > len(d.cores) {
		return nil
	}
	return d.cores[number-1]
}

func (d *driver) perform(name string, arguments arguments, answer map[string]any) error {
	core := d.core(arguments.Core)
	timeout := time.Duration(arguments.Timeout) * time.Millisecond
	var out json.RawMessage
	var err error
	switch {
	case name == "catalog" && arguments.App == nil:
		out, err = d.library.Apps()
	case name == "catalog":
		out, err = d.library.Catalog(*arguments.App)
	case name == "open":
		options := &adit.Options{OnMessage: func(text []byte) { d.heard = append(d.heard, string(text)) }}
		if arguments.Config != nil {
			options.Config = *arguments.Config
		}
		if core, err = d.library.OpenCore(*arguments.App, options); err == nil {
			d.cores = append(d.cores, core)
			answer["core"] = len(d.cores)
		}
	case core == nil:
		err = adit.ErrCore
	case name == "send" && arguments.Client != nil:
		err = core.Submit(*arguments.Client, arguments.Text)
	case name == "send":
		err = core.Send(arguments.Text)
	case name == "process":
		_, err = core.Process(timeout)
	case name == "call":
		out, err = core.Call(arguments.Text, timeout)
	case name == "wakeup":
		err = core.Wakeup()
	case name == "close":
		err = core.Close(timeout)
	default:
		err = adit.ErrInvalid
	}
	if out != nil {
		answer["out"] = string(out)
	}
	return err
}

func failure(err error) map[string]any {
	described := map[string]any{"code": adit.ErrInternal, "offset": nil, "text": err.Error()}
	var failed *adit.Error
	if errors.As(err, &failed) {
		described["code"], described["text"] = failed.Code, failed.Text
		if failed.Offset >= 0 {
			described["offset"] = failed.Offset
		}
	}
	return map[string]any{"error": described}
}
