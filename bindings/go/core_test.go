package adit

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

//go:embed adit.h
var header string

func TestGivenTheHeaderWhenReadThenItsCodesAreOurs(t *testing.T) {
	count := 0
	for _, line := range regexp.MustCompile(`ADIT_(E[A-Z]+) = (-\d+)`).FindAllStringSubmatch(header, -1) {
		value, _ := strconv.Atoi(line[2])
		expect(t, Code(value).Name(), line[1])
		count++
	}
	expect(t, count, len(names)-2) // ErrLibrary, and ErrCrashed of adit_served.h
	expect(t, Code(-99).Name(), "E-99")
}

func TestGivenALibraryWhenAskedThenItDescribesItsApps(t *testing.T) {
	library := library(t, "adit_cores")
	expect(t, library.Version(), "0.1.0")
	apps, err := library.Apps()
	must(t, err)
	expect(t, at(t, apps, "todo", "version"), any("1"))
	catalog, err := library.Catalog("todo")
	must(t, err)
	same, err := library.CompareCatalogs(catalog, catalog)
	must(t, err)
	expect(t, at(t, same, "breaks"), any([]any{}))
	_, err = library.CompareCatalogs([]byte("7"), nil)
	fails(t, err, ErrJSON)
}

func TestGivenAnErrorOfTheAppWhenRequestedThenItIsTyped(t *testing.T) {
	core := open(t, "profile", &Options{Config: map[string]any{"gateways": []string{"save"}}})
	run(t, core)
	must(t, core.Send(`{"userTypesNewEmail":{"userEmail":"no address"}}`))
	_, err := core.Request(context.Background(), `{"userTapsChangeEmailButton":{}}`)
	fails(t, err, ErrHandler)
	expect(t, err.(*Error).Path, "userTapsChangeEmailButton")
}

func TestGivenAGatewayWhenAMessageNeedsItThenItsResultIsTheReply(t *testing.T) {
	core := open(t, "todo", &Options{Gateways: map[string]Gateway{
		"lists": func(_ context.Context, request *GatewayRequest) (any, error) {
			var asked struct{ Fetch struct{ List string } }
			err := request.Decode(&asked)
			return map[string]any{"texts": []string{asked.Fetch.List + "<&>"}}, err
		},
	}})
	run(t, core)
	answer, err := core.Request(context.Background(), fetch("é"))
	must(t, err)
	expect(t, at(t, answer, "todo", "response", "wereImported", 0, "text"), any("é<&>"))
}

func TestGivenAFullQueueWhenAGatewayAnswersThenTheReplyIsSentOnceThereIsRoom(t *testing.T) {
	var core *Core
	var heard []byte
	core = open(t, "todo", &Options{
		Config:    json.RawMessage(`{"limits":{"queue":3}}`),
		OnMessage: func(text []byte) { heard = append(heard, text...) },
		Gateways: map[string]Gateway{"lists": func(context.Context, *GatewayRequest) (any, error) {
			for core.Send(addItem("x")) == nil {
			}
			return map[string]any{"texts": []string{"Milk"}}, nil
		}},
	})
	must(t, core.Send(fetch("groceries")))
	process(t, core)
	for !keeps(core) { // the gateway fills the queue, and answers
		runtime.Gosched()
	}
	for !strings.Contains(string(heard), "wereImported") {
		_, err := core.Process(-1)
		must(t, err)
	}
	expect(t, keeps(core), false)
	must(t, core.Close(-1))
}

// keeps tells whether a reply waits for room in the queue.
func keeps(core *Core) bool {
	core.inner.unsent.mutex.Lock()
	defer core.inner.unsent.mutex.Unlock()
	return len(core.inner.unsent.replies) > 0
}

func TestRefusedReply(t *testing.T) {
	var core *Core
	core = open(t, "todo", &Options{
		Config: `{"limits":{"queue":2,"message":500}}`,
		Gateways: map[string]Gateway{"lists": func(ctx context.Context, request *GatewayRequest) (any, error) {
			for core.Send(addItem("x")) == nil {
			}
			return strings.Repeat("x", 1000), nil
		}},
	})
	pending, err := core.Begin(fetch("groceries"))
	must(t, err)
	process(t, core)
	for !keeps(core) {
		runtime.Gosched()
	}
	run(t, core)
	answer, err := pending.Wait(context.Background())
	must(t, err)
	expect(t, strings.Contains(string(answer), "ESIZE"), true)
}

func TestGivenAnErrorThatIsNotUTF8WhenAGatewayReturnsItThenTheAppGetsIt(t *testing.T) {
	core := open(t, "todo", &Options{Gateways: map[string]Gateway{
		"lists": func(ctx context.Context, request *GatewayRequest) (any, error) { return nil, errors.New("caf\xe9") },
	}})
	run(t, core)
	answer, err := core.Request(context.Background(), fetch("groceries"))
	must(t, err)
	expect(t, strings.Contains(string(answer), "caf\ufffd"), true)
}

func TestGivenASourceWhenItEmitsThenEachItemArrives(t *testing.T) {
	messages := make(chan []byte, 16)
	item := func(text string) any { return map[string]any{"from": "Ann", "text": text} }
	core := open(t, "chat", &Options{Messages: messages, Gateways: map[string]Gateway{
		"inbox": func(_ context.Context, request *GatewayRequest) (any, error) {
			expect(t, request.Many, true)
			must(t, request.Emit(item("one")))
			must(t, request.Emit(item("two")))
			return item("three"), nil
		},
	}})
	run(t, core)
	must(t, core.Send(`{"presence":{"request":{"goOnline":{"room":"lobby"}}}}`))
	var received []any
	for text := range messages {
		if message := at(t, text, "inbox", "received", "message", "text"); message != nil {
			received = append(received, message)
		}
		if at(t, text, "inbox", "wasLost") != nil {
			break
		}
	}
	expect(t, received, []any{"one", "two", "three"})
}

func TestGivenNoReplyExpectedWhenAGatewayReturnsThenNoneIsSent(t *testing.T) {
	asked := make(chan string, 1)
	core := open(t, "todo", &Options{Config: `{"clock":"virtual"}`, Gateways: map[string]Gateway{
		"review": func(_ context.Context, request *GatewayRequest) (any, error) {
			asked <- string(request.Request)
			return "nobody wants it", nil
		},
	}})
	for count := 0; count < 3; count++ {
		must(t, core.Send(addItem("x")))
	}
	must(t, core.Send(`{"appReview":{"requestReview":{}}}`))
	must(t, core.Send(`{"@advance":{"by":5000}}`))
	process(t, core)
	expect(t, <-asked, `{"show":{}}`)
	process(t, core)
	out, err := core.Call(`{"@stats":{}}`, 0)
	must(t, err)
	expect(t, at(t, out, 0, "@stats", "ignoredReplies"), any(number("0")))
}

func TestGivenPullModeWhenMessagesAreReceivedThenMirrorsAndRequestsTakeTheirs(t *testing.T) {
	core := open(t, "todo", &Options{Pull: true})
	mirror, err := core.Mirror("/view/openCount")
	must(t, err)
	pending, err := core.Begin(addItem("a"))
	must(t, err)
	must(t, core.Send(addItem("b")))
	first, err := core.Receive(0)
	must(t, err)
	expect(t, strings.HasPrefix(string(first), `{"appReview"`), true)
	rest, err := core.ReceiveAll(0)
	must(t, err)
	expect(t, len(rest), 2)
	none, err := core.Receive(0)
	expect(t, none == nil && err == nil, true)
	value, _ := mirror.Value()
	expect(t, value, any(number("2")))
	_, err = pending.Wait(context.Background())
	must(t, err)
	fails(t, core.Run(context.Background()), ErrInvalid)
}

func TestGivenBatchesWhenMirrorsTakeMessagesThenTheCallbackGetsTheRest(t *testing.T) {
	var heard heard
	core := open(t, "todo", &Options{Config: `{"delivery":"batches"}`, OnMessage: heard.listen})
	pending, err := core.Begin(addItem("a"))
	must(t, err)
	must(t, core.Send(addItem("b")))
	process(t, core)
	_, err = pending.Wait(context.Background())
	must(t, err)
	var messages []json.RawMessage
	must(t, json.Unmarshal([]byte(heard.take()[0]), &messages))
	expect(t, len(messages), 3) // appReview of a, wasAdded and appReview of b
}

func TestGivenAGroupWhenCoresHaveWorkThenOneCallDrivesThem(t *testing.T) {
	library := library(t, "adit_cores")
	group, err := library.OpenGroup()
	must(t, err)
	var heard heard
	var all []*Core
	for count := 0; count < 50; count++ {
		core, err := library.OpenCore("counter", &Options{OnMessage: heard.listen})
		must(t, err)
		must(t, group.Add(core))
		all = append(all, core)
	}
	fails(t, group.Add(all[0]), ErrInvalid)
	for position := 0; position < 50; position += 5 {
		must(t, all[position].Send(increment(3)))
	}
	count, err := group.Process(Forever)
	must(t, err)
	expect(t, []int{count, len(heard.take())}, []int{10, 10})
	file, err := group.FD()
	expect(t, file >= 0 && err == nil, true)
	must(t, group.Close())
	fails(t, group.Close(), ErrCore)
	out, err := all[0].Call(increment(1), 0)
	must(t, err)
	expect(t, string(out), "["+incremented(4)+"]")
}

func TestGivenClientsWhenSubmittedThenTheConfigDecides(t *testing.T) {
	messages := make(chan []byte, 1)
	core := open(t, "counter", &Options{Messages: messages})
	must(t, core.Submit("web-12", increment(1)))
	process(t, core)
	expect(t, at(t, <-messages, "@client"), any("web-12"))
	fails(t, core.Submit("web-12", `{"@get":{"path":""}}`), ErrDenied)
	fails(t, core.Submit("", increment(1)), ErrInvalid)
}

// A client may know how this package names requests and mirrors.
func TestClientNames(t *testing.T) {
	var heard heard
	core := open(t, "counter", &Options{Config: `{"clients":["@subscribe"]}`, OnMessage: heard.listen})
	mirror, err := core.Mirror("/value")
	must(t, err)
	process(t, core)
	pending, err := core.Begin(increment(5))
	must(t, err)
	must(t, core.Submit("mallory", `{"counter":{"request":{"increment":{"by":1}}},"@id":"adit-go-3"}`))
	must(t, core.Submit("mallory", `{"@subscribe":{"subscription":"adit-go-1","path":""}}`))
	other, err := core.Begin(increment(5))
	must(t, err)
	process(t, core)
	for wanted, pending := range map[string]*Pending{incremented(5): pending, incremented(11): other} {
		answer, err := pending.Wait(context.Background())
		must(t, err)
		expect(t, strings.HasPrefix(string(answer), strings.TrimSuffix(wanted, "}")), true)
	}
	value, _ := mirror.Value()
	expect(t, value, any(number("11")))
	for _, text := range heard.take() {
		expect(t, strings.Contains(text, `"@client":"mallory"`), true)
	}
}

func TestGivenAStoreWhenCheckedThenTheVerdictIsAText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counter.store")
	config := func(check bool) any { return map[string]any{"store": map[string]any{"path": path, "check": check}} }
	library := library(t, "adit_cores")
	verdict, err := library.Verdict("counter", config(true))
	must(t, err)
	expect(t, strings.HasPrefix(verdict, "new: "), true)
	_, err = library.OpenCore("counter", &Options{Config: config(true)})
	fails(t, err, ErrInvalid)
	core := open(t, "counter", &Options{Config: config(false)})
	_, err = core.Call(increment(2), 0)
	must(t, err)
	_, err = library.OpenCore("counter", &Options{Config: config(false)})
	fails(t, err, ErrLocked)
	must(t, core.Close(Forever))
	core = open(t, "counter", &Options{Config: config(false)})
	expect(t, get(t, core, "/value"), any(number("2")))
	must(t, core.Close(Forever))
}

func TestGivenRunWhenTheCoreIsClosedThenItReturns(t *testing.T) {
	for _, closes := range []func(*Core) error{
		func(core *Core) error { return core.Send(`{"@close":{}}`) },
		func(core *Core) error { return core.Close(Forever) },
	} {
		core := open(t, "counter", nil)
		done := make(chan error)
		go func() { done <- core.Run(context.Background()) }()
		_, err := core.Request(context.Background(), increment(1))
		must(t, err)
		must(t, closes(core))
		must(t, <-done)
	}
}
