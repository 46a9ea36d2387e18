package adit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"sync"
	"sync/atomic"
)

// prefix begins the ids and names of this package's own, so that they do not meet those of the host.
const prefix = "adit-go-"

// routing decides for each message of a core who takes it: a request, a mirror, a gateway, or else the host.
type routing struct {
	used     atomic.Bool // false: no text has to be looked at
	mutex    sync.Mutex
	next     uint64
	requests map[string]request
	mirrors  map[string]*Mirror
	effects  map[string]*GatewayRequest
	isEnded  bool
}

// request is one whose answer is awaited.
type request struct {
	answer  chan answer
	answers func(text []byte) bool // whether a message is the answer; nil if any is
}

type answer struct {
	text json.RawMessage
	err  error
}

// envelope is what this package looks for in a message.
type envelope struct {
	ID     json.RawMessage `json:"@id"`
	Client string          `json:"@client"`
	Value  *update         `json:"@value"`
	Patch  *update         `json:"@patch"`
	Effect *effectBody     `json:"@effect"`
	Cancel *struct {
		Effect string `json:"effect"`
	} `json:"@cancel"`
	Error    *errorBody      `json:"@error"`
	Log      json.RawMessage `json:"@log"`
	Gap      json.RawMessage `json:"@gap"`
	Progress json.RawMessage `json:"@progress"`
	Crashed  json.RawMessage `json:"@crashed"`
	Reopened json.RawMessage `json:"@reopened"`
	Gone     *errorBody      `json:"@gone"`
}

// take tells whether somebody has taken a message.
func (i *inner) take(text []byte) bool {
	if bytes.Equal(text, []byte(`{"@closed":{}}`)) {
		i.end()
		return false
	}
	if !i.routing.used.Load() || !(bytes.HasPrefix(text, []byte(`{"@`)) || bytes.Contains(text, []byte(prefix))) {
		return false
	}
	var message envelope
	if json.Unmarshal(text, &message) != nil {
		return false
	}
	switch {
	case message.Effect != nil:
		return i.start(message.Effect, message.Client)
	case message.Cancel != nil:
		return i.cancel(message.Cancel.Effect)
	case message.Client != "":
		return false // a client may use the same names and ids
	case message.Patch != nil:
		return i.tell(message.Patch, (*Mirror).patch)
	case message.Crashed != nil:
		i.lose(failure(ErrCrashed, "the core's process ended before there was an answer"))
		return false
	case message.Reopened != nil:
		i.followAgain()
		return false
	case message.Gone != nil:
		i.endWith(message.Gone.error())
		return false
	case message.Log != nil || message.Gap != nil || message.Progress != nil:
		return false
	}
	isTaken := message.Value != nil && i.tell(message.Value, (*Mirror).replace)
	return i.answer(message, text) || isTaken
}

// remaining are the messages of an array that nobody takes, and the first panic of the host's code for one of them.
func (i *inner) remaining(array []byte) (rest []byte, panicked any) {
	if bytes.HasSuffix(array, []byte(`{"@closed":{}}]`)) {
		i.end()
	}
	if !i.routing.used.Load() || !(bytes.Contains(array, []byte(`{"@`)) || bytes.Contains(array, []byte(prefix))) {
		return array, nil
	}
	var messages []json.RawMessage
	if json.Unmarshal(array, &messages) != nil {
		return array, nil
	}
	var left [][]byte
	for _, message := range messages {
		thrown := caught(func() {
			if !i.take(message) {
				left = append(left, message)
			}
		})
		if panicked == nil {
			panicked = thrown
		}
	}
	return append(append([]byte("["), bytes.Join(left, []byte(","))...), ']'), panicked
}

func (i *inner) tell(body *update, tell func(*Mirror, *update) bool) bool {
	i.routing.mutex.Lock()
	mirror := i.routing.mirrors[body.Subscription]
	i.routing.mutex.Unlock()
	if mirror == nil {
		return bytes.HasPrefix([]byte(body.Subscription), []byte(prefix)) // of one that was closed
	}
	if !tell(mirror, body) {
		mirror.subscribeAgain()
	}
	return true
}

func (i *inner) answer(message envelope, text []byte) bool {
	var id string
	if json.Unmarshal(message.ID, &id) != nil {
		return false
	}
	i.routing.mutex.Lock()
	waiting, isRequest := i.routing.requests[id]
	i.routing.mutex.Unlock()
	if isRequest && message.Error == nil && waiting.answers != nil && !waiting.answers(text) {
		return false
	}
	i.routing.mutex.Lock()
	_, isRequest = i.routing.requests[id] // it may have been abandoned meanwhile
	mirror := i.routing.mirrors[id]
	if message.Error != nil && mirror != nil && message.Error.error().Code == ErrCrashed {
		i.routing.mutex.Unlock()
		return true // it is followed again after @reopened
	}
	delete(i.routing.requests, id)
	i.routing.look(i)
	i.routing.mutex.Unlock()
	switch {
	case isRequest && message.Error != nil:
		waiting.answer <- answer{err: message.Error.error()}
	case isRequest:
		waiting.answer <- answer{text: text}
	case mirror != nil && message.Error != nil:
		mirror.fail(message.Error.error())
	default:
		return false
	}
	return true
}

// look notes whether texts have to be looked at. The mutex is locked.
func (r *routing) look(i *inner) {
	r.used.Store(len(i.gateways)+len(r.requests)+len(r.mirrors)+len(r.effects) > 0)
}

// name returns a new id or name. The mutex is locked.
func (r *routing) name() string {
	r.next++
	return prefix + strconv.FormatUint(r.next, 10)
}

func closedError() error { return failure(ErrClosed, "the core closed before the answer") }

// lose fails the requests, and cancels the gateways: the process that they were in has ended.
func (i *inner) lose(err error) {
	i.routing.mutex.Lock()
	requests, effects := i.routing.requests, i.routing.effects
	i.routing.requests, i.routing.effects = nil, nil
	i.routing.look(i)
	i.routing.mutex.Unlock()
	for _, waiting := range requests {
		waiting.answer <- answer{err: err}
	}
	for _, effect := range effects {
		effect.cancel()
	}
	i.dropUnsent()
}

// followAgain subscribes the mirrors: the core was opened again, and has no subscription yet.
func (i *inner) followAgain() {
	i.routing.mutex.Lock()
	var mirrors []*Mirror
	for _, mirror := range i.routing.mirrors {
		mirrors = append(mirrors, mirror)
	}
	i.routing.mutex.Unlock()
	for _, mirror := range mirrors {
		mirror.begin()
	}
}

// end fails what is pending.
func (i *inner) end() { i.endWith(closedError()) }

func (i *inner) endWith(err error) {
	i.routing.mutex.Lock()
	mirrors := i.routing.mirrors
	i.routing.mirrors = nil
	i.routing.isEnded = true
	i.routing.mutex.Unlock()
	i.lose(err)
	for _, mirror := range mirrors {
		mirror.fail(err)
	}
	i.endOnce.Do(func() { close(i.ended) })
}

func (i *inner) hasEnded() bool {
	select {
	case <-i.ended:
		return true
	default:
		return false
	}
}
