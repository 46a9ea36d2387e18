package adit

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// change changes the list somehow.
func change(t *testing.T, core *Core, random *rand.Rand) {
	ids := get(t, core, "/items/ids").([]any)
	message := any(addItem(fmt.Sprint("item ", random.Int())))
	if len(ids) > 0 {
		id := ids[random.Intn(len(ids))]
		switch random.Intn(5) {
		case 0:
			message = todo(fmt.Sprintf(`{"delete":{"id":%q}}`, id))
		case 1:
			message = todo(fmt.Sprintf(`{"check":{"id":%q}}`, id))
		case 2:
			message = todo(fmt.Sprintf(`{"edit":{"id":%q,"text":"edited ~/é"}}`, id))
		}
	}
	must(t, core.Send(message))
}

func TestGivenMirrorsOfManyPartsWhenTheStateChangesThenEachIsWhatGetReturns(t *testing.T) {
	core := open(t, "todo", nil)
	paths := []string{"", "/items", "/items/ids", "/items/entities", "/view/open", "/view/openCount", "/items/ids/3"}
	var mirrors []*Mirror
	for _, path := range paths {
		mirror, err := core.Mirror(path)
		must(t, err)
		mirrors = append(mirrors, mirror)
	}
	random := rand.New(rand.NewSource(7))
	for round := 0; round < 200; round++ {
		for count := random.Intn(4); count > 0; count-- {
			change(t, core, random)
		}
		process(t, core)
		for position, mirror := range mirrors {
			expected := get(t, core, paths[position])
			mirror.Read(func(value any, isThere bool) {
				if !reflect.DeepEqual(value, expected) || isThere != (expected != nil) {
					t.Fatalf("%q in round %d: found %v; %v is expected", paths[position], round, value, expected)
				}
			})
			must(t, mirror.Err())
		}
	}
	value, _ := mirrors[2].Value()
	expect(t, len(value.([]any)) > 40, true)
}

func TestGivenAWindowWhenTheListChangesAndItMovesThenItShowsThoseRows(t *testing.T) {
	core := open(t, "todo", nil)
	window := Window{0, 3}
	mirror, err := core.MirrorWindow("/view/open", window)
	must(t, err)
	random := rand.New(rand.NewSource(11))
	for round := 0; round < 200; round++ {
		if random.Intn(8) == 0 {
			window = Window{uint64(random.Intn(10)), uint64(1 + random.Intn(5))}
			must(t, mirror.SetWindow(window))
		}
		change(t, core, random)
		process(t, core)
		out, err := core.Call(fmt.Sprintf(`{"@get":{"path":"/view/open","from":%d,"limit":%d}}`, window.From, window.Limit), 0)
		must(t, err)
		value, _ := mirror.Value()
		expect(t, value, at(t, out, 0, "@value", "value"))
		expect(t, any(number(fmt.Sprint(mirror.Count()))), at(t, out, 0, "@value", "count"))
	}
}

func TestGivenAMirrorWhenItChangesThenTheChannelSaysSo(t *testing.T) {
	core := open(t, "todo", &Options{OnMessage: func(text []byte) {
		if strings.HasPrefix(string(text), `{"@value`) || strings.HasPrefix(string(text), `{"@patch`) {
			t.Errorf("%s is the mirror's", text)
		}
	}})
	mirror, err := core.Mirror("/view/openCount")
	must(t, err)
	run(t, core)
	<-mirror.Changes()
	value, isThere := mirror.Value()
	expect(t, []any{value, isThere}, []any{number("0"), true})
	must(t, core.Send(addItem("a")))
	<-mirror.Changes()
	value, _ = mirror.Value()
	expect(t, []any{value, mirror.Revision()}, []any{number("1"), uint64(1)})
	must(t, mirror.Close())
	must(t, mirror.Close())
	fails(t, mirror.Err(), ErrClosed)
	_, err = core.Request(context.Background(), `{"@unsubscribe":{"subscription":"`+mirror.name+`"}}`)
	fails(t, err, ErrMessage)
}

func TestGivenAPathThatNoStateHasWhenMirroredThenTheMirrorFails(t *testing.T) {
	core := open(t, "todo", nil)
	mirror, err := core.Mirror("/itms")
	must(t, err)
	process(t, core)
	for range mirror.Changes() {
	}
	fails(t, mirror.Err(), ErrMessage)
	expect(t, strings.Contains(mirror.Err().Error(), `did you mean "items"?`), true)
}

// A core never sends a patch that does not fit, so this one is made up.
func TestGivenAPatchThatDoesNotFitWhenToldThenTheValueIsAskedForAnew(t *testing.T) {
	core := open(t, "counter", nil)
	mirror, err := core.Mirror("/value")
	must(t, err)
	process(t, core)
	for _, text := range []string{`{"from":9,"revision":10,"ops":[]}`, `{"from":0,"revision":1,"ops":[{"op":"remove","path":"/a"}]}`} {
		var body update
		must(t, json.Unmarshal([]byte(text), &body))
		expect(t, mirror.patch(&body), false)
		mirror.subscribeAgain()
		expect(t, mirror.patch(&body), true) // it waits for the value
		process(t, core)
	}
	must(t, core.Send(increment(4)))
	process(t, core)
	value, _ := mirror.Value()
	expect(t, []any{value, mirror.Revision()}, []any{number("4"), uint64(1)})
}

func TestGivenTheVectorsOfJSONPatchWhenAppliedThenEachIsAsExpected(t *testing.T) {
	count := 0
	for _, name := range []string{"tests.json", "spec_tests.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		must(t, err)
		vectors, err := decoded(text)
		must(t, err)
		for _, each := range vectors.([]any) {
			vector := each.(map[string]any)
			patch, isPatch := vector["patch"].([]any)
			if !isPatch || vector["disabled"] == true {
				continue
			}
			count++
			document, err := ApplyPatch(vector["doc"], patch)
			expected, isExpected := vector["expected"]
			switch {
			case vector["error"] != nil && err == nil:
				t.Errorf("%v: no error: %v", vector["comment"], vector)
			case vector["error"] == nil && err != nil:
				t.Errorf("%v: %v", vector["comment"], err)
			case vector["error"] == nil && isExpected && !equal(document, expected):
				t.Errorf("%v: found %v; %v is expected", vector["comment"], document, expected)
			}
		}
	}
	expect(t, count > 100, true)
}
