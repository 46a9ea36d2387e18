package typed

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"adit.example/adit"
)

// Branch is the messages of one enum, below some keys.
type Branch struct {
	path []string
	kind reflect.Type
}

// In is the messages of an enum, below the keys of a path.
func In[T any](path ...string) Branch { return Branch{path, typeOf[T]()} }

// Messages are the messages of an app in one direction.
type Messages struct {
	branches []Branch
	own      reflect.Type
}

// ToCore is a message that may be sent: a case of an enum of requests, or of AditToCore.
type ToCore interface{ ToCore() }

// MessagesToCore are the messages that a host may send.
func MessagesToCore(branches ...Branch) *Messages { return &Messages{branches, typeOf[AditToCore]()} }

// MessagesToHost are the messages that a host receives.
func MessagesToHost(branches ...Branch) *Messages { return &Messages{branches, typeOf[AditToHost]()} }

// Beside is what may stand beside a message to the core.
type Beside struct {
	ID    any       `adit:"?@id"` // a text or an int64
	With  *AditWith `adit:"?@with"`
	Group *string   `adit:"?@group"`
}

// Sent is a message to the core, and what stands beside it.
type Sent struct {
	Message ToCore
	Path    []string
	Beside
}

// Heard is what may stand beside a message to the host.
type Heard struct {
	// ID is the @id of the message that caused it: a text or a json.Number.
	ID any `adit:"?@id"`
	// Client is the client whose message caused it.
	Client *string `adit:"?@client"`
	// Cursor is its number, by which Heard acknowledges it.
	Cursor *int64 `adit:"?@cursor"`
	// Again tells whether it may have been delivered before.
	Again *bool `adit:"?@again"`
}

// Received is a message to the host, and what stands beside it.
type Received struct {
	// Message is a case of the enum of a feature's responses, or of AditToHost.
	Message any
	// Path has the keys above the message's own: its feature, and "response".
	Path []string
	Heard
}

// Read reads a message to the host.
func (messages *Messages) Read(text []byte) (received Received, err error) {
	received.Message, received.Path, err = messages.read(text, reflect.ValueOf(&received.Heard).Elem())
	return received, err
}

// ReadSent reads a message to the core.
func (messages *Messages) ReadSent(text []byte) (sent Sent, err error) {
	message, path, err := messages.read(text, reflect.ValueOf(&sent.Beside).Elem())
	sent.Message, _ = message.(ToCore)
	sent.Path = path
	return sent, err
}

func (messages *Messages) read(text []byte, beside reflect.Value) (any, []string, error) {
	tree, err := parse(text)
	if err != nil {
		return nil, nil, &DecodingError{"found no JSON: " + err.Error()}
	}
	all, isObject := tree.(map[string]any)
	if !isObject {
		return nil, nil, expected(tree, "", "an object")
	}
	message, others := map[string]any{}, map[string]any{}
	_, known := fieldsOf(beside.Type())
	for key, member := range all {
		if contains(known, key) {
			others[key] = member
		} else {
			message[key] = member
		}
	}
	if err := decode(others, beside, ""); err != nil {
		return nil, nil, err
	}
	keys := sortedKeys(message)
	if len(keys) > 0 && strings.HasPrefix(keys[0], "@") {
		for _, key := range []string{"@with", "@group"} {
			if _, found := others[key]; found {
				return nil, nil, fail(key, "found beside %s; it stands beside messages of the app only", keys[0])
			}
		}
		found := reflect.New(messages.own).Elem()
		err := decode(message, found, "")
		return interfaceOf(found), nil, err
	}
	return messages.readApp(message)
}

func (messages *Messages) readApp(message map[string]any) (any, []string, error) {
	var keys []string
	for _, branch := range messages.branches {
		if len(branch.path) == 0 {
			for _, one := range casesOf[branch.kind] {
				keys = append(keys, one.key)
			}
		} else if !contains(keys, branch.path[0]) {
			keys = append(keys, branch.path[0])
		}
	}
	if _, err := object(message, "", keys); err != nil {
		return nil, nil, err
	}
	if len(message) != 1 {
		return nil, nil, fail("", "found %d keys; one of %s is expected", len(message), strings.Join(keys, ", "))
	}
	key := sortedKeys(message)[0]
	payload := message[key]
	inner, _ := payload.(map[string]any)
	var wrapped, found *Branch
	for index := range messages.branches {
		branch := &messages.branches[index]
		switch {
		case len(branch.path) == 2 && branch.path[0] == key:
			wrapped = branch
		case len(branch.path) == 1 && branch.path[0] == key, len(branch.path) == 0 && found == nil:
			found = branch
		}
	}
	value := any(message)
	if wrapped != nil {
		if member, isThere := inner[wrapped.path[1]]; isThere && len(inner) == 1 || found == nil || len(found.path) == 0 {
			if _, err := object(payload, key, wrapped.path[1:]); err != nil {
				return nil, nil, err
			}
			value, found = member, wrapped
		}
	}
	if found != wrapped && len(found.path) == 1 {
		value = payload
	}
	made := reflect.New(found.kind).Elem()
	err := decode(value, made, strings.Join(found.path, "."))
	return interfaceOf(made), found.path, err
}

func interfaceOf(value reflect.Value) any {
	if value.IsNil() {
		return nil
	}
	return value.Interface()
}

// path returns the keys above a message's own.
func (messages *Messages) path(message any) []string {
	for _, branch := range messages.branches {
		for _, one := range casesOf[branch.kind] {
			if one.kind == reflect.TypeOf(message) {
				return branch.path
			}
		}
	}
	return nil
}

func contains(keys []string, key string) bool {
	for _, each := range keys {
		if each == key {
			return true
		}
	}
	return false
}

// Write returns a message as a JSON text.
func Write(message any, path []string, beside any) ([]byte, error) {
	value, err := encode(reflect.ValueOf(message))
	if err != nil {
		return nil, err
	}
	for index := len(path) - 1; index >= 0; index-- {
		value = map[string]any{path[index]: value}
	}
	whole, isObject := value.(map[string]any)
	others, err := encode(reflect.ValueOf(beside))
	if err != nil || !isObject {
		return nil, fmt.Errorf("found %T, %v; a message is expected", message, err)
	}
	for key, member := range others.(map[string]any) {
		whole[key] = member
	}
	return textOf(whole)
}

// Functions serve the gateways, by their names.
type Functions map[string]func(*Client) adit.Gateway

// Tell serves a gateway without replies. Nil is none.
func Tell[Q any](serve func(context.Context, Q) error) func(*Client) adit.Gateway {
	if serve == nil {
		return nil
	}
	return serving(func(ctx context.Context, request Q, _ *adit.GatewayRequest, _ *Client) (any, error) {
		return nil, serve(ctx, request)
	})
}

// Serve serves a gateway with one reply. Nil is none.
func Serve[Q, R any](serve func(context.Context, Q) (R, error)) func(*Client) adit.Gateway {
	if serve == nil {
		return nil
	}
	return serving(func(ctx context.Context, request Q, _ *adit.GatewayRequest, _ *Client) (any, error) {
		reply, err := serve(ctx, request)
		if err != nil {
			return nil, err
		}
		return encode(reflect.ValueOf(reply))
	})
}

// Source serves a gateway with any number of replies. Nil is none.
func Source[Q, R any](serve func(context.Context, Q, func(R) error) error) func(*Client) adit.Gateway {
	if serve == nil {
		return nil
	}
	return serving(func(ctx context.Context, request Q, effect *adit.GatewayRequest, client *Client) (any, error) {
		send := func(item R) error {
			tree, err := encode(reflect.ValueOf(item))
			if err != nil {
				return err
			}
			return effect.Emit(tree)
		}
		if err := serve(ctx, request, send); err != nil {
			return nil, err
		}
		// A source ends without an item. The binding answers as well, which has no effect after this.
		return nil, client.Core.Send(map[string]any{"@reply": map[string]any{"effect": effect.ID}})
	})
}

func serving[Q any](
	serve func(context.Context, Q, *adit.GatewayRequest, *Client) (any, error),
) func(*Client) adit.Gateway {
	return func(client *Client) adit.Gateway {
		return func(ctx context.Context, effect *adit.GatewayRequest) (any, error) {
			var request Q
			tree, err := parse(effect.Request)
			if err == nil {
				err = decode(tree, reflect.ValueOf(&request).Elem(), "@effect.request")
			}
			if err != nil {
				return nil, err
			}
			return serve(ctx, request, effect, client)
		}
	}
}

// Options are how a client is opened.
type Options struct {
	// Config is the config. Expects is the catalog's hash by default, so another app is refused; it may be a catalog that the app has
	// extended since (docs/wire.md).
	Config AditConfig
	// OnMessage gets each message that is no answer, no update of a followed part, and no request to one of the gateways, on the
	// goroutine that drives. The error is that of a message that is not understood.
	OnMessage func(message Received, err error)
}

// Client is a client of an app: a core of a library.
type Client struct {
	// Core is the core, for what the client has no types for.
	Core           *adit.Core
	toCore, toHost *Messages
}

// Open opens a core of a library. The error is adit.ErrConfig if the app is another one; further errors are those of OpenCore.
func Open(
	library *adit.Library, app, hash string, toCore, toHost *Messages, functions Functions, options Options,
) (*Client, error) {
	config := options.Config
	if config.Expects == nil {
		config.Expects = hash
	}
	text, err := Marshal(config)
	if err != nil {
		return nil, err
	}
	client := &Client{toCore: toCore, toHost: toHost}
	opened := &adit.Options{Config: json.RawMessage(text), Gateways: map[string]adit.Gateway{}}
	for name, function := range functions {
		if function != nil {
			opened.Gateways[name] = function(client)
		}
	}
	if options.OnMessage != nil {
		opened.OnMessage = func(text []byte) { options.OnMessage(toHost.Read(text)) }
	}
	client.Core, err = library.OpenCore(app, opened)
	if err != nil {
		return nil, err
	}
	return client, nil
}

// Run drives the core until it is closed or the context is done, as Core.Run.
func (client *Client) Run(ctx context.Context) error { return client.Core.Run(ctx) }

// Close closes the core, as Core.Close without a timeout.
func (client *Client) Close() error { return client.Core.Close(adit.Forever) }

// Send sends a message: a case of an enum of requests, or of AditToCore.
func (client *Client) Send(message ToCore) error { return client.SendBeside(message, Beside{}) }

// SendBeside sends a message with what stands beside it.
func (client *Client) SendBeside(message ToCore, beside Beside) error {
	text, err := Write(message, client.toCore.path(message), beside)
	if err != nil {
		return err
	}
	return client.Core.Send(json.RawMessage(text))
}

// Request sends a message with what stands beside it, and waits for the first one that answers it, while another goroutine drives. A
// *DecodingError is an answer that is not understood; further errors are those of Core.Request.
func (client *Client) Request(ctx context.Context, message ToCore, beside Beside) (Received, error) {
	return client.request(ctx, message, client.toCore.path(message), beside, nil)
}

func (client *Client) request(
	ctx context.Context, message ToCore, path []string, beside Beside, answers func([]byte) bool,
) (Received, error) {
	text, err := Write(message, path, beside)
	if err != nil {
		return Received{}, err
	}
	pending, err := client.Core.BeginAnswered(json.RawMessage(text), answers)
	if err != nil {
		return Received{}, err
	}
	answer, err := pending.Wait(ctx)
	if err != nil {
		return Received{}, err
	}
	return client.toHost.Read(answer)
}

func own[T any](ctx context.Context, client *Client, message ToCore) (answer T, err error) {
	received, err := client.request(ctx, message, nil, Beside{}, nil)
	if err != nil {
		return answer, err
	}
	answer, isAnswer := received.Message.(T)
	if !isAnswer {
		return answer, fmt.Errorf("found the answer %T; %T is expected", received.Message, answer)
	}
	return answer, nil
}

// Stats returns the core's figures.
func (client *Client) Stats(ctx context.Context) (AditStats, error) {
	return own[AditStats](ctx, client, AditToCoreStats{})
}

// Trace returns the last events, each with its cause. The config's trace has to be set.
func (client *Client) Trace(ctx context.Context) (AditTrace, error) {
	return own[AditTrace](ctx, client, AditToCoreTrace{})
}

// Undo reverts the last message that changed the state. The config's undo has to be set.
func (client *Client) Undo(ctx context.Context) (AditUndone, error) {
	return own[AditUndone](ctx, client, AditToCoreUndo{})
}

// Redo reverts the last undo.
func (client *Client) Redo(ctx context.Context) (AditRedone, error) {
	return own[AditRedone](ctx, client, AditToCoreRedo{})
}

// Pause closes the store's file; all messages wait until Resume.
func (client *Client) Pause(ctx context.Context) (AditPaused, error) {
	return own[AditPaused](ctx, client, AditToCorePause{})
}

// Resume opens the store's file again.
func (client *Client) Resume(ctx context.Context) (AditResumed, error) {
	return own[AditResumed](ctx, client, AditToCoreResume{})
}

// Export writes the present state to a file.
func (client *Client) Export(ctx context.Context, options AditExport) (AditExported, error) {
	return own[AditExported](ctx, client, options)
}

// Import replaces the state with one read from a file.
func (client *Client) Import(ctx context.Context, path string) (AditImported, error) {
	return own[AditImported](ctx, client, AditImport{path})
}

// Advance advances a virtual clock by milliseconds.
func (client *Client) Advance(by int64) error { return client.Send(AditAdvance{by}) }

// Heard acknowledges the messages up to a cursor.
func (client *Client) Heard(cursor int64) error { return client.Send(AditToCoreHeard{cursor}) }

// Feature is one feature of an app.
type Feature struct {
	client *Client
	key    string
}

// FeatureOf returns the feature of a client.
func FeatureOf(client *Client, key string) Feature { return Feature{client, key} }

// Ask sends a request of a feature, and waits for its response; what it causes besides goes to OnMessage.
func Ask[A any](ctx context.Context, feature Feature, request ToCore) (answer A, err error) {
	answers := func(text []byte) bool {
		var message map[string]json.RawMessage
		var payload map[string]json.RawMessage
		return json.Unmarshal(text, &message) == nil && json.Unmarshal(message[feature.key], &payload) == nil &&
			payload["response"] != nil
	}
	received, err := feature.client.request(ctx, request, []string{feature.key, "request"}, Beside{}, answers)
	if err == nil {
		answer = received.Message.(A)
	}
	return answer, err
}

// Tell sends a message of a feature, below the keys of a path.
func (feature Feature) Tell(message ToCore, path ...string) error {
	text, err := Write(message, append([]string{feature.key}, path...), Beside{})
	if err != nil {
		return err
	}
	return feature.client.Core.Send(json.RawMessage(text))
}

// Followed is a part of the core's state, kept up to date while the core is driven.
type Followed[T any] struct {
	*adit.Mirror
	path string
}

// Follow follows a part.
func Follow[T any](client *Client, path string) (*Followed[T], error) {
	mirror, err := client.Core.Mirror(path)
	return followed[T](mirror, path, err)
}

// FollowWindow follows some elements of a list.
func FollowWindow[T any](client *Client, path string, window adit.Window) (*Followed[T], error) {
	mirror, err := client.Core.MirrorWindow(path, window)
	return followed[T](mirror, path, err)
}

func followed[T any](mirror *adit.Mirror, path string, err error) (*Followed[T], error) {
	if err != nil {
		return nil, err
	}
	return &Followed[T]{mirror, path}, nil
}

// Value returns the present value, which is read anew each time, and whether there is one now. The error is a *DecodingError.
func (followed *Followed[T]) Value() (value T, isThere bool, err error) {
	followed.Mirror.Read(func(tree any, found bool) {
		if isThere = found; found {
			err = decode(tree, reflect.ValueOf(&value).Elem(), followed.path)
		}
	})
	return value, isThere, err
}
