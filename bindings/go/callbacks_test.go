// The misuses of bindings/conformance/README.md in callbacks, each by its name.

package adit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
)

func TestCallbackThrows(t *testing.T) {
	var heard heard
	own := errors.New("the callback's own")
	core := open(t, "counter", &Options{OnMessage: func(text []byte) {
		heard.listen(text)
		if string(text) == incremented(2) {
			panic(own)
		}
		if string(text) == `{"@closed":{}}` {
			panic("at the end")
		}
	}})
	for count := 0; count < 3; count++ {
		must(t, core.Send(increment(1)))
	}
	expect(t, panicOf(func() { core.Process(0) }), any(own))
	expect(t, heard.take(), []string{incremented(1), incremented(2), incremented(3)})
	must(t, core.Send(increment(1)))
	process(t, core)
	expect(t, heard.take(), []string{incremented(4)})
	expect(t, panicOf(func() { core.Close(Forever) }), any("at the end"))
	fails(t, core.Close(Forever), ErrCore)
}

func TestCallbackThrowsOfACoreThatIsDrivenInAnotherOnesCallback(t *testing.T) {
	inner := open(t, "counter", &Options{OnMessage: func([]byte) { panic("inside") }})
	must(t, inner.Send(increment(7)))
	var found any
	outer := open(t, "counter", &Options{OnMessage: func(text []byte) {
		found = panicOf(func() { inner.Process(0) })
	}})
	must(t, outer.Send(increment(1)))
	process(t, outer)
	expect(t, found, any("inside"))
	must(t, outer.Close(Forever))
	expect(t, panicOf(func() { inner.Close(Forever) }), any("inside"))
}

func TestCallbackThrowsInCall(t *testing.T) {
	var heard heard
	core := open(t, "counter", &Options{OnMessage: func(text []byte) {
		heard.listen(text)
		if string(text) == incremented(1) {
			panic("in Call")
		}
	}})
	must(t, core.Send(increment(1)))
	expect(t, panicOf(func() { core.Call(increment(1), 0) }), any("in Call"))
	expect(t, heard.take(), []string{incremented(1), incremented(2)})
	must(t, core.Close(Forever))
}

func TestCallbackThrowsInCallForAPartOfItsOutput(t *testing.T) {
	var heard heard
	core := open(t, "todo", &Options{OnMessage: heard.listen, Config: `{"gateways":["lists"]}`})
	pending, err := core.BeginAnswered(fetch("groceries"), func(text []byte) bool {
		if bytes.Contains(text, []byte("wasAdded")) {
			panic("mine")
		}
		return false
	})
	must(t, err)
	process(t, core)
	heard.take()
	text, err := textOf(addItem("Bread"))
	must(t, err)
	added := withID(text, pending.id)
	expect(t, panicOf(func() { core.Call(added, Forever) }), any("mine"))
	expect(t, heard.take(), []string{fmt.Sprintf(`{"appReview":{"requestReview":{}},"@id":%q}`, pending.id)})
	must(t, core.Close(Forever))
}

// Neither what waits is lost, nor is the core busy for good.
func TestCallbackThrowsAwayItsGoroutine(t *testing.T) {
	for name, drive := range map[string]func(*Core, *Group){
		"Process":       func(core *Core, _ *Group) { core.Process(0) },
		"Call":          func(core *Core, _ *Group) { core.Call(increment(1), Forever) },
		"Run":           func(core *Core, _ *Group) { core.Run(context.Background()) },
		"Group.Process": func(_ *Core, group *Group) { group.Process(0) },
	} {
		var heard heard
		core := open(t, "counter", &Options{OnMessage: func(text []byte) {
			heard.listen(text)
			if string(text) == incremented(1) || string(text) == incremented(2) {
				runtime.Goexit()
			}
		}})
		group, err := core.inner.library.OpenGroup()
		must(t, err)
		must(t, group.Add(core))
		for count := 0; count < 3; count++ {
			must(t, core.Send(increment(1)))
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			drive(core, group)
		}()
		<-ended
		expect(t, heard.take()[:3], []string{incremented(1), incremented(2), incremented(3)})
		must(t, core.Send(increment(10)))
		process(t, core)
		expect(t, len(heard.take()), 1)
		must(t, group.Close())
		if err := core.Close(Forever); err != nil {
			t.Fatal(name, err)
		}
	}
}

func TestCallbackThrowsAwayItsGoroutineAsTheCoreCloses(t *testing.T) {
	core := open(t, "counter", &Options{OnMessage: func([]byte) { runtime.Goexit() }})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		core.Close(Forever)
	}()
	<-ended
	fails(t, core.Close(0), ErrCore)
}

func TestCallbackThrowsInRun(t *testing.T) {
	core := open(t, "counter", &Options{OnMessage: func(text []byte) {
		if string(text) == incremented(1) {
			panic("in Run")
		}
	}})
	must(t, core.Send(increment(1)))
	expect(t, panicOf(func() { core.Run(context.Background()) }), any("in Run"))
	run(t, core)
	_, err := core.Request(context.Background(), increment(1))
	must(t, err)
}

func TestCallbackDrives(t *testing.T) {
	var core *Core
	var found []error
	core = open(t, "counter", &Options{OnMessage: func(text []byte) {
		if string(text) != incremented(1) {
			return
		}
		_, err := core.Process(0)
		found = append(found, err)
		_, err = core.Receive(0)
		found = append(found, err)
		_, err = core.Call(increment(1), Forever)
		found = append(found, err, core.Close(Forever))
		must(t, core.Send(increment(10)))
	}})
	must(t, core.Send(increment(1)))
	process(t, core)
	expect(t, len(found), 4)
	for _, err := range found {
		fails(t, err, ErrBusy)
	}
	process(t, core)
	expect(t, get(t, core, "/value"), any(number("11")))
}
