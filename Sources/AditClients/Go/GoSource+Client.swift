// SPDX-License-Identifier: Apache-2.0

extension GoSource {
    static let transport = #"""

        // Transport is what carries messages: a binding's core, or a connection to a server. Send may be called by any goroutine.
        type Transport interface {
        	// Open opens a core with a config. The function is called with each message, while the host drives the core.
        	Open(app, config string, receive func(text string) error) error
        	// Send sends a message.
        	Send(text string) error
        }

        type answer func(members any) error

        // server serves a request: it returns at once, and work to do in a goroutine.
        type server func(ctx context.Context, request json.RawMessage, answer answer) (func() error, error)

        func serveNone[Q any](read reader[Q], serve func(context.Context, Q)) server {
        	return func(ctx context.Context, data json.RawMessage, answer answer) (func() error, error) {
        		request, err := read(data, "@effect.request")
        		return func() error { serve(ctx, request); return nil }, err
        	}
        }

        func serveOne[Q, R any](read reader[Q], serve func(context.Context, Q) (R, error)) server {
        	return func(ctx context.Context, data json.RawMessage, answer answer) (func() error, error) {
        		request, err := read(data, "@effect.request")
        		return func() error {
        			result, err := serve(ctx, request)
        			if err != nil {
        				return err
        			}
        			return answer(map[string]any{"result": result})
        		}, err
        	}
        }

        func serveMany[Q, R any](read reader[Q], serve func(context.Context, Q, func(R) error) error) server {
        	return func(ctx context.Context, data json.RawMessage, answer answer) (func() error, error) {
        		request, err := read(data, "@effect.request")
        		return func() error {
        			err := serve(ctx, request, func(item R) error { return answer(map[string]any{"result": item, "more": true}) })
        			if err != nil {
        				return err
        			}
        			return answer(map[string]any{})
        		}, err
        	}
        }
        """#

    static func client(hasGateways: Bool) -> String {
        let serving = #"""

            	if cancel := message.Message.Cancel; cancel != nil {
            		client.cancel(cancel.Effect)
            	}
            	if effect := message.Message.Effect; effect != nil {
            		if serve, found := client.served[effect.Gateway]; found {
            			return client.serve(effect.ID, effect.Request, serve)
            		}
            	}
            """#
        return #"""

            // Client is a client of the app, over a transport: an opened library, or a connection to a server.
            type Client struct {
            	transport Transport
            	served    map[string]server
            	handle    func(Received)
            	lock      sync.Mutex
            	pending   map[string]context.CancelFunc
            }

            // NewClient makes a client whose messages go to a function, except for the requests to the gateways.
            func NewClient(transport Transport, gateways Gateways, handle func(Received)) *Client {
            	return &Client{transport: transport, served: gateways.served(), handle: handle, pending: map[string]context.CancelFunc{}}
            }

            // Open opens the core. The app has to be compatible with what the config expects: by default, this catalog's hash, and no
            // other; or a catalog that the app may have extended since (docs/compatibility.md). The transport refuses one that is not.
            func (client *Client) Open(config AditConfig) error {
            	if config.Expects == nil {
            		config.Expects = Pointer(json.RawMessage(strconv.Quote(Hash)))
            	}
            	if config.Gateways == nil {
            		names := List[string]{}
            		for name := range client.served {
            			names = append(names, name)
            		}
            		config.Gateways = &names
            	}
            	text, err := json.Marshal(config)
            	if err != nil {
            		return err
            	}
            	return client.transport.Open(App, string(text), client.receive)
            }

            // Send sends a message.
            func (client *Client) Send(message MessageToCore) error { return client.SendBeside(Sent{Message: message}) }

            // SendBeside sends a message with what stands beside it.
            func (client *Client) SendBeside(message Sent) error {
            	text, err := json.Marshal(message)
            	if err != nil {
            		return err
            	}
            	return client.transport.Send(string(text))
            }

            // Close cancels the requests that are being served. The core itself is the transport's.
            func (client *Client) Close() {
            	client.lock.Lock()
            	defer client.lock.Unlock()
            	for _, cancel := range client.pending {
            		cancel()
            	}
            }

            func (client *Client) receive(text string) error {
            	var message Received
            	if err := json.Unmarshal([]byte(text), &message); err != nil {
            		return err
            	}\#(hasGateways ? "\n" + serving : "")
            	client.handle(message)
            	return nil
            }

            func (client *Client) cancel(effect string) {
            	client.lock.Lock()
            	defer client.lock.Unlock()
            	if cancel, found := client.pending[effect]; found {
            		cancel()
            		delete(client.pending, effect)
            	}
            }

            func (client *Client) serve(effect string, request json.RawMessage, serve server) error {
            	ctx, cancel := context.WithCancel(context.Background())
            	client.lock.Lock()
            	client.pending[effect] = cancel
            	client.lock.Unlock()
            	answer := func(members any) error {
            		if ctx.Err() != nil {
            			return ctx.Err()
            		}
            		reply, err := join(map[string]any{"effect": effect}, members)
            		if err != nil {
            			return err
            		}
            		return client.transport.Send(`{"@reply":` + string(reply) + `}`)
            	}
            	work, err := serve(ctx, request, answer)
            	if err != nil {
            		client.cancel(effect)
            		return err
            	}
            	go func() {
            		defer client.cancel(effect)
            		if err := work(); err != nil {
            			var refused *DecodingError
            			name := "Error"
            			if errors.As(err, &refused) {
            				name = "DecodingError"
            			}
            			_ = answer(map[string]any{"error": map[string]any{"name": name, "message": err.Error()}})
            		}
            	}()
            	return nil
            }
            """#
    }
}
