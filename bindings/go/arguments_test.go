package adit

import (
	"errors"
	"strings"
	"testing"
)

func TestWrongArgument(t *testing.T) {
	cores := library(t, "adit_cores")
	refused := func(err error, code Code, text string) {
		t.Helper()
		if !errors.Is(err, code) || !strings.Contains(err.Error(), text) {
			t.Errorf("found %v; %v with %q is expected", err, code, text)
		}
	}
	_, err := Open("")
	refused(err, ErrLibrary, `found "" as the path of a library; the path of a file is expected`)
	_, err = cores.OpenCore("todo", &Options{Gateways: map[string]Gateway{"lists": nil}})
	refused(err, ErrInvalid, `found nil as the gateway "lists"; a function is expected`)
	group, err := cores.OpenGroup()
	if err != nil {
		t.Fatal(err)
	}
	defer group.Close()
	refused(group.Add(nil), ErrInvalid, "found nil; a core is expected")
	core, err := cores.OpenCore("counter", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close(0)
	for _, message := range []any{func() {}, make(chan int), map[string]any{"a": "\xff"}} {
		refused(core.Send(message), ErrJSON, "")
	}
	refused(core.Send(nil), ErrMessage, "found null; an object with one case is expected")
}
