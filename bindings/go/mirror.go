package adit

import (
	"encoding/json"
	"errors"
	"runtime"
	"sync"
)

// Window is some elements of a list: those from a position on, up to so many.
type Window struct {
	From, Limit uint64
}

// Mirror is a part of the state of a core, kept up to date by what a subscription is told. It changes while the core is driven, after the
// messages of a batch.
type Mirror struct {
	inner     *inner
	name      string
	path      string
	mutex     sync.RWMutex
	value     any
	isThere   bool
	isWaiting bool // for a value: patches are of another one
	revision  uint64
	count     *uint64
	window    *Window
	err       error
	changes   chan struct{}
}

// update is the body of an @value or an @patch.
type update struct {
	Subscription string          `json:"subscription"`
	Revision     uint64          `json:"revision"`
	Value        json.RawMessage `json:"value"`
	From         *uint64         `json:"from"`
	Count        *uint64         `json:"count"`
	Ops          json.RawMessage `json:"ops"`
}

// Mirror follows a part of the state by its JSON Pointer: "/items", "/view/open". A path that no state has is Err of the mirror, once the
// core has been driven.
func (c *Core) Mirror(path string) (*Mirror, error) {
	defer runtime.KeepAlive(c)
	return c.inner.mirror(path, nil)
}

// MirrorWindow follows some elements of a list.
func (c *Core) MirrorWindow(path string, window Window) (*Mirror, error) {
	defer runtime.KeepAlive(c)
	return c.inner.mirror(path, &window)
}

func (i *inner) mirror(path string, window *Window) (*Mirror, error) {
	mirror := &Mirror{inner: i, path: path, window: window, isWaiting: true, changes: make(chan struct{}, 1)}
	i.routing.mutex.Lock()
	if i.routing.isEnded {
		i.routing.mutex.Unlock()
		return nil, closedError()
	}
	if i.routing.mirrors == nil {
		i.routing.mirrors = map[string]*Mirror{}
	}
	mirror.name = i.routing.name()
	i.routing.mirrors[mirror.name] = mirror
	i.routing.look(i)
	i.routing.mutex.Unlock()
	if err := mirror.subscribe(); err != nil {
		mirror.forget()
		return nil, err
	}
	return mirror, nil
}

// Read calls a function with the value, and whether there is one: it is not before the first, and while the path leads nowhere. The value is
// made of map[string]any, []any, string, json.Number, bool and nil. It must not be
// changed, nor kept, and the function must not drive the core.
func (m *Mirror) Read(read func(value any, isThere bool)) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	read(m.value, m.isThere)
}

// Value returns a copy of the value, and whether there is one.
func (m *Mirror) Value() (any, bool) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return copied(m.value), m.isThere
}

// Changes gets something after each change. Changes that nobody has received are one. It is closed when there will be no more: Err says why.
func (m *Mirror) Changes() <-chan struct{} { return m.changes }

// Revision returns the revision of the state that the mirror shows.
func (m *Mirror) Revision() uint64 {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return m.revision
}

// Count returns, of a window, how many elements the whole list has; 0 elsewhere.
func (m *Mirror) Count() uint64 {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	if m.count == nil {
		return 0
	}
	return *m.count
}

// Err returns why the mirror is not kept up to date any more: the subscription was refused, or the core or the mirror is closed.
func (m *Mirror) Err() error {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return m.err
}

// SetWindow moves the window, or changes its size. The value of the new one follows.
func (m *Mirror) SetWindow(window Window) error {
	m.mutex.Lock()
	m.window = &window
	m.mutex.Unlock()
	body := map[string]any{"subscription": m.name, "from": window.From, "limit": window.Limit}
	return m.send(map[string]any{"@window": body, "@id": m.name})
}

// Close ends the subscription.
func (m *Mirror) Close() error {
	if !m.forget() {
		return nil
	}
	m.fail(failure(ErrClosed, "the mirror is closed"))
	return m.unsubscribe()
}

// forget takes the mirror out of the core's; false if it is not there.
func (m *Mirror) forget() bool {
	routing := &m.inner.routing
	routing.mutex.Lock()
	defer routing.mutex.Unlock()
	_, isThere := routing.mirrors[m.name]
	delete(routing.mirrors, m.name)
	routing.look(m.inner)
	return isThere
}

func (m *Mirror) send(message any) error {
	text, err := textOf(message)
	if err != nil {
		return err
	}
	return m.inner.send(text)
}

func (m *Mirror) subscribe() error {
	body := map[string]any{"subscription": m.name, "path": m.path}
	m.mutex.RLock()
	if m.window != nil {
		body["from"], body["limit"] = m.window.From, m.window.Limit
	}
	m.mutex.RUnlock()
	return m.send(map[string]any{"@subscribe": body, "@id": m.name})
}

func (m *Mirror) unsubscribe() error {
	return m.send(map[string]any{"@unsubscribe": map[string]any{"subscription": m.name}})
}

// subscribeAgain asks for the value anew: a patch did not fit.
func (m *Mirror) subscribeAgain() {
	_ = m.unsubscribe()
	m.begin()
}

// begin asks for the value anew. Where the process has ended, it is asked for after @reopened.
func (m *Mirror) begin() {
	m.mutex.Lock()
	m.isWaiting = true
	m.mutex.Unlock()
	if err := m.subscribe(); err != nil && !errors.Is(err, ErrCrashed) {
		m.fail(err)
	}
}

// replace follows an @value.
func (m *Mirror) replace(body *update) bool {
	var value any
	if body.Value != nil {
		var err error
		if value, err = decoded(body.Value); err != nil {
			return false
		}
	}
	m.mutex.Lock()
	m.value, m.isThere, m.isWaiting = value, body.Value != nil, false
	m.revision, m.count = body.Revision, body.Count
	m.mutex.Unlock()
	m.notify()
	return true
}

// patch follows an @patch; false if it does not fit.
func (m *Mirror) patch(body *update) bool {
	operations, err := decoded(body.Ops)
	list, isList := operations.([]any)
	m.mutex.Lock()
	if m.isWaiting {
		m.mutex.Unlock()
		return true
	}
	fits := err == nil && isList && body.From != nil && *body.From == m.revision && m.isThere
	if fits {
		m.value, err = ApplyPatch(m.value, list)
		fits = err == nil
	}
	if fits {
		m.revision, m.count = body.Revision, body.Count
	}
	m.mutex.Unlock()
	if fits {
		m.notify()
	}
	return fits
}

func (m *Mirror) notify() {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	if m.err == nil {
		select {
		case m.changes <- struct{}{}:
		default:
		}
	}
}

// fail ends the mirror.
func (m *Mirror) fail(err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.err == nil {
		m.err = err
		close(m.changes)
	}
}
