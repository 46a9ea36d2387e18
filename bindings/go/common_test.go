package adit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
)

// file is one of a folder that `test` names, or of the repository's build.
func file(variable, folder, name string) string {
	if named := os.Getenv(variable); named != "" {
		return filepath.Join(named, name)
	}
	return filepath.Join("..", "..", "build", folder, name)
}

func library(t testing.TB, name string) *Library {
	t.Helper()
	library, err := Open(file("ADIT_LIB_DIR", "lib", "lib"+name+".so"))
	must(t, err)
	return library
}

func open(t testing.TB, app string, options *Options) *Core {
	t.Helper()
	name := "adit_cores"
	if app != "counter" && app != "todo" {
		name = "adit_showcase"
	}
	core, err := library(t, name).OpenCore(app, options)
	must(t, err)
	return core
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect[T any](t testing.TB, found, expected T) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Fatalf("found    %v\nexpected %v", found, expected)
	}
}

func fails(t testing.TB, err error, code Code) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Fatalf("found the error %v; %s is expected", err, code.Name())
	}
}

func process(t testing.TB, core *Core) {
	t.Helper()
	_, err := core.Process(0)
	must(t, err)
}

// run drives a core until the test ends.
func run(t testing.TB, core *Core) {
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { done <- core.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func increment(by int) string {
	return fmt.Sprintf(`{"counter":{"request":{"increment":{"by":%d}}}}`, by)
}

func incremented(to int) string {
	return fmt.Sprintf(`{"counter":{"response":{"wasIncremented":{"to":%d}}}}`, to)
}

func todo(request string) string { return fmt.Sprintf(`{"todo":{"request":%s}}`, request) }

func addItem(text string) any {
	return map[string]any{"todo": map[string]any{"request": map[string]any{
		"add": map[string]any{"item": map[string]any{"text": text}}}}}
}

func fetch(list string) string { return todo(fmt.Sprintf(`{"import":{"from":%q}}`, list)) }

// get reads a part of the state.
func get(t testing.TB, core *Core, path string) any {
	t.Helper()
	out, err := core.Call(map[string]any{"@get": map[string]any{"path": path}}, Forever)
	must(t, err)
	return at(t, out, 0, "@value", "value")
}

// at is the part of a JSON text where the steps lead; nil where there is nothing.
func at(t testing.TB, text []byte, steps ...any) any {
	t.Helper()
	value, err := decoded(text)
	must(t, err)
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			members, _ := value.(map[string]any)
			value = members[step]
		case int:
			elements, _ := value.([]any)
			if step >= len(elements) {
				return nil
			}
			value = elements[step]
		}
	}
	return value
}

// heard collects texts.
type heard struct {
	mutex sync.Mutex
	texts []string
}

func (h *heard) listen(text []byte) { h.push(string(text)) }

func (h *heard) push(text string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.texts = append(h.texts, text)
}

func (h *heard) take() []string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	texts := h.texts
	h.texts = nil
	return texts
}

// panicOf is what a function panics with.
func panicOf(function func()) (value any) {
	defer func() { value = recover() }()
	function()
	return nil
}

func number(text string) json.Number { return json.Number(text) }
