// The misuses of bindings/conformance/README.md, each by its name.

package adit

import (
	"context"
	"errors"
	"log"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestUseAfterClose(t *testing.T) {
	core := open(t, "counter", nil)
	must(t, core.Close(Forever))
	group, err := core.inner.library.OpenGroup()
	must(t, err)
	defer group.Close()
	for name, call := range map[string]func() error{
		"Send":       func() error { return core.Send(increment(1)) },
		"Submit":     func() error { return core.Submit("web", increment(1)) },
		"Process":    func() error { _, err := core.Process(0); return err },
		"Receive":    func() error { _, err := core.Receive(0); return err },
		"ReceiveAll": func() error { _, err := core.ReceiveAll(0); return err },
		"Call":       func() error { _, err := core.Call(increment(1), 0); return err },
		"FD":         func() error { _, err := core.FD(); return err },
		"IsReady":    func() error { _, err := core.IsReady(); return err },
		"Wakeup":     core.Wakeup,
		"Add":        func() error { return group.Add(core) },
	} {
		if err := call(); !errors.Is(err, ErrCore) {
			t.Errorf("%s: found the error %v; ECORE is expected", name, err)
		}
	}
	_, err = core.Request(context.Background(), increment(1))
	fails(t, err, ErrClosed)
	_, err = core.Mirror("/value")
	fails(t, err, ErrClosed)
	must(t, core.Run(context.Background()))
}

func TestCloseTwice(t *testing.T) {
	messages := make(chan []byte, 1)
	core := open(t, "counter", &Options{Messages: messages})
	must(t, core.Close(Forever))
	fails(t, core.Close(Forever), ErrCore)
	expect(t, string(<-messages), `{"@closed":{}}`)
	if _, isOpen := <-messages; isOpen {
		t.Fatal("the channel is open")
	}
}

func TestDroppedCore(t *testing.T) {
	closed := make(chan struct{})
	left := func() *inner {
		core := open(t, "counter", &Options{OnMessage: func(text []byte) {
			if string(text) == `{"@closed":{}}` {
				close(closed)
			}
		}})
		must(t, core.Send(increment(1)))
		return core.inner
	}()
	for isClosed := false; !isClosed; {
		runtime.GC()
		select {
		case <-closed:
			isClosed = true
		default:
			runtime.Gosched()
		}
	}
	<-left.ended
	for left.wakeup() == nil { // @closed is delivered shortly before the id ends
		runtime.Gosched()
	}
	fails(t, left.send([]byte(increment(1))), ErrCore)
}

func TestInvalidJSON(t *testing.T) {
	core := open(t, "counter", nil)
	_, requested := core.Begin(`{"counter":}`)
	for _, err := range []error{core.Send(`{"counter":}`), requested} {
		var failed *Error
		if !errors.As(err, &failed) || failed.Code != ErrJSON || failed.Code.Name() != "EJSON" || failed.Offset != 11 {
			t.Fatal(err)
		}
		expect(t, strings.HasSuffix(err.Error(), " (at byte 11)"), true)
	}
	for _, text := range []string{"", "  ", "{", "}", "[1]", "7"} {
		if _, err := core.Begin(text); err == nil {
			t.Errorf("%q is sent", text)
		}
	}
	fails(t, core.Send(func() {}), ErrJSON)
}

func TestInvalidMessage(t *testing.T) {
	core := open(t, "counter", nil)
	err := core.Send(`{"counter":{"request":{"increment":{"by":"two"}}}}`)
	fails(t, err, ErrMessage)
	expect(t, strings.Contains(err.Error(), "counter.request.increment.by: found a string;"), true)
	fails(t, core.Send(struct{}{}), ErrMessage)
}

func TestInvalidUTF8(t *testing.T) {
	core := open(t, "todo", nil)
	err := core.Send("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\xffb\"}}}}}")
	fails(t, err, ErrJSON)
	expect(t, err.(*Error).Offset, 44)
	fails(t, core.Send(addItem("a\xffb")), ErrJSON)
	fails(t, core.Send(map[string]any{"todo": []string{"\xff"}}), ErrJSON)
	must(t, core.Send(addItem("a\ufffdb")))
	must(t, core.Send(addItem(`a\ufffdb`)))
	process(t, core)
	expect(t, len(get(t, core, "/items/ids").([]any)), 2)
}

func TestEmbeddedNUL(t *testing.T) {
	core := open(t, "todo", nil)
	out, err := core.Call(addItem("a\x00b"), Forever)
	must(t, err)
	expect(t, at(t, out, 0, "todo", "response", "wasAdded", "text"), any("a\x00b"))
	err = core.Send("{\"todo\":\x00{}}")
	fails(t, err, ErrJSON)
	expect(t, err.(*Error).Offset, 8)
	fails(t, core.Submit("a\x00b", addItem("x")), ErrInvalid)
	_, err = core.inner.library.OpenCore("coun\x00ter", nil)
	fails(t, err, ErrApp)
	_, err = Open("a\x00b")
	fails(t, err, ErrLibrary)
}

func TestUnknownApp(t *testing.T) {
	_, err := library(t, "adit_cores").OpenCore("countre", nil)
	fails(t, err, ErrApp)
	expect(t, strings.Contains(err.Error(), "countre"), true)
	_, err = library(t, "adit_cores").Catalog("countre")
	fails(t, err, ErrApp)
}

func TestBadConfig(t *testing.T) {
	library := library(t, "adit_cores")
	for config, code := range map[string]Code{
		`{"clok":"virtual"}`: ErrConfig, "{": ErrJSON, "[": ErrJSON, "null": ErrConfig, `{"gateways":"lists"}`: ErrConfig,
		`{"store":{"path":"/nowhere/a"}}`: ErrStore,
	} {
		served := map[string]Gateway{"lists": func(context.Context, *GatewayRequest) (any, error) { return nil, nil }}
		_, err := library.OpenCore("todo", &Options{Config: config, Gateways: served})
		fails(t, err, code)
	}
	_, err := library.Verdict("counter", "{}")
	fails(t, err, ErrInvalid)
}

func TestWrongLibrary(t *testing.T) {
	_, err := Open("libm.so.6")
	fails(t, err, ErrLibrary)
	expect(t, err.Error(), "adit: ELIBRARY: libm.so.6 is no Adit library: it has no function adit_abi_version")
	_, err = Open("misuse_test.go")
	fails(t, err, ErrLibrary)
	_, err = Open(file("ADIT_TOOLS_DIR", "tools", "libscenario_newer.so"))
	fails(t, err, ErrABI)
}

func TestMissingLibrary(t *testing.T) {
	_, err := Open("/nowhere/libadit_cores.so")
	fails(t, err, ErrLibrary)
	expect(t, strings.Contains(err.Error(), "looked for at /nowhere/libadit_cores.so. Give the path of an Adit library"), true)
	t.Setenv("LD_LIBRARY_PATH", "/some/folder")
	_, err = Open("libnowhere.so")
	fails(t, err, ErrLibrary)
	expect(t, strings.Contains(err.Error(), "LD_LIBRARY_PATH (/some/folder)"), true)
	expect(t, strings.Contains(err.Error(), "such as ./libnowhere.so"), true)
}

func TestTwoDrivers(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	core := open(t, "counter", &Options{OnMessage: func(text []byte) {
		if string(text) == incremented(1) {
			close(entered)
			<-leave
		}
	}})
	must(t, core.Send(increment(1)))
	done := make(chan error)
	go func() { _, err := core.Process(0); done <- err }()
	<-entered
	_, err := core.Process(0)
	fails(t, err, ErrBusy)
	fails(t, core.Close(0), ErrBusy)
	close(leave)
	must(t, <-done)
}

func TestManySenders(t *testing.T) {
	messages := make(chan []byte, 16)
	core := open(t, "counter", &Options{Messages: messages})
	run(t, core)
	for sender := 0; sender < 8; sender++ {
		go func() {
			for count := 0; count < 1000; count++ {
				if err := core.Send(increment(1)); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	for count := 1; count <= 8000; count++ {
		expect(t, string(<-messages), incremented(count))
	}
}

func TestManySendersOfRequests(t *testing.T) {
	core := open(t, "counter", nil)
	run(t, core)
	var senders sync.WaitGroup
	for sender := 0; sender < 8; sender++ {
		senders.Add(1)
		go func() {
			defer senders.Done()
			for count := 0; count < 200; count++ {
				if _, err := core.Request(context.Background(), increment(1)); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	senders.Wait()
	expect(t, get(t, core, "/value"), any(number("1600")))
}

func TestGatewayThrows(t *testing.T) {
	var logged strings.Builder
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	core := open(t, "todo", &Options{Gateways: map[string]Gateway{
		"lists": func(_ context.Context, request *GatewayRequest) (any, error) {
			switch at(t, request.Request, "fetch", "list") {
			case "panic":
				panic("the gateway's own")
			case "goexit":
				runtime.Goexit()
			case "value":
				return func() {}, nil
			}
			return nil, errors.New("no route")
		},
	}})
	run(t, core)
	for list, text := range map[string]string{
		"panic": "the gateway's own", "error": "no route", "goexit": "ended its goroutine", "value": "unsupported type",
	} {
		answer, err := core.Request(context.Background(), fetch(list))
		must(t, err)
		if !strings.Contains(string(answer), "wereNotImported") || !strings.Contains(string(answer), text) {
			t.Errorf("found %s; %q is expected in it", answer, text)
		}
	}
	// A panic is a fault of the host, which sees where it was; an error is an answer.
	if text := logged.String(); !strings.Contains(text, "the gateway lists panicked: the gateway's own") || strings.Contains(text, "no route") {
		t.Errorf("found the log %q", text)
	}
}

func TestGatewayCancelled(t *testing.T) {
	started, returned := make(chan struct{}), make(chan error, 1)
	core := open(t, "todo", &Options{Gateways: map[string]Gateway{
		"lists": func(ctx context.Context, request *GatewayRequest) (any, error) {
			close(started)
			<-ctx.Done()
			returned <- request.Emit(nil)
			return map[string]any{"texts": []string{"late"}}, nil
		},
	}})
	run(t, core)
	must(t, core.Send(fetch("groceries")))
	<-started
	answer, err := core.Request(context.Background(), todo(`{"cancelImport":{"from":"groceries"}}`))
	must(t, err)
	expect(t, strings.Contains(string(answer), "importWasCancelled"), true)
	expect(t, <-returned, context.Canceled)
	stats, err := core.Request(context.Background(), `{"@stats":{}}`)
	must(t, err)
	expect(t, at(t, stats, "@stats", "ignoredReplies"), any(number("0")))
	expect(t, get(t, core, "/items/ids"), any([]any{}))
}

func TestClosePending(t *testing.T) {
	returned := make(chan struct{})
	core := open(t, "todo", &Options{Gateways: map[string]Gateway{
		"lists": func(ctx context.Context, _ *GatewayRequest) (any, error) {
			<-ctx.Done()
			close(returned)
			return nil, ctx.Err()
		},
	}})
	pending, err := core.Begin(fetch("groceries"))
	must(t, err)
	process(t, core)
	mirror, err := core.Mirror("/items")
	must(t, err)
	process(t, core)
	late, err := core.Begin(addItem("late"))
	must(t, err)
	must(t, core.Close(Forever))
	<-returned
	_, err = pending.Wait(context.Background())
	fails(t, err, ErrClosed)
	_, err = late.Wait(context.Background())
	fails(t, err, ErrClosed)
	for range mirror.Changes() {
	}
	fails(t, mirror.Err(), ErrClosed)
}

func TestBigMessage(t *testing.T) {
	core := open(t, "todo", nil)
	text := strings.Repeat("é\"\n0", 1_000_000/5+1)
	out, err := core.Call(addItem(text), Forever)
	must(t, err)
	expect(t, at(t, out, 0, "todo", "response", "wasAdded", "text") == any(text), true)
}

func TestContextThatIsDone(t *testing.T) {
	core := open(t, "counter", nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := core.Request(ctx, increment(1))
	expect(t, err, context.Canceled)
	expect(t, core.Run(ctx), context.Canceled)
	ctx, cancel = context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	expect(t, core.Run(ctx), context.DeadlineExceeded)
	must(t, core.Close(Forever))
}
