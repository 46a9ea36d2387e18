// The connection to `adit inspect`: lines of JSON over a WebSocket. Questions about the journal go to the program, all else
// to the server of cores, as docs/serve.md has it.

export class Wire {
  #asked = new Map();
  #number = 0;
  #socket;

  /** Called with each message of a core that answers nothing. */
  onmessage = () => {};
  /** Called when the connection, or the server behind it, has ended. */
  onend = () => {};

  /** Connects with the token in the address. The promise has the first line of the server. */
  connect(token) {
    return new Promise((resolve, reject) => {
      this.#socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`);
      this.#socket.onerror = () => reject(new Error('There is no connection: adit inspect has ended, or the address has another token.'));
      this.#socket.onopen = () => {
        this.#socket.onclose = () => this.#end('adit inspect has ended.');
        resolve();
      };
      this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    });
  }

  /** What the server has said first; undefined before. */
  ready;
  #whenReady = [];

  /** Waits for the first line of the server. */
  server() {
    return this.ready ? Promise.resolve(this.ready) : new Promise((resolve) => this.#whenReady.push(resolve));
  }

  /** Asks about the journal. */
  ask(question) {
    return this.#request((id) => `{"@inspect":${JSON.stringify(question)},"@id":${id}}`);
  }

  /** Sends a line to the server, such as @open. The promise has its answer. */
  request(message) {
    return this.#request((id) => JSON.stringify({ ...message, '@id': id }));
  }

  /** Sends a message to a core. The promise has the first answer. */
  send(core, message) {
    return this.#request((id) => JSON.stringify({ ...message, '@id': id, '@core': core }), core);
  }

  /** Sends a message to a core, and collects what it causes until it is handled. */
  async call(core, message) {
    const heard = [];
    const id = ++this.#number;
    this.#asked.set(id, { resolve: () => {}, reject: () => {}, heard });
    this.#socket.send(JSON.stringify({ ...message, '@id': id, '@core': core }));
    await this.request({ '@sync': { core } });
    this.#asked.delete(id);
    return heard;
  }

  #request(write) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return reject(new Error('The connection has ended.'));
      this.#asked.set(id, { resolve, reject });
      this.#socket.send(write(id));
    });
  }

  #receive(message) {
    if (message['@ready']) {
      this.ready = message['@ready'];
      this.#whenReady.forEach((resolve) => resolve(this.ready));
    }
    if (message['@disconnected']) return this.#end(`The server is gone: ${message['@disconnected'].reason}.`, true);
    const asked = this.#asked.get(message['@id']);
    if (asked?.heard) {
      asked.heard.push(message);
      return this.onmessage(message);
    }
    if (asked) {
      this.#asked.delete(message['@id']);
      const { '@inspected': inspected, '@refused': refused, '@error': error } = message;
      const failure = inspected?.error ?? refused?.message ?? error?.message;
      if (failure !== undefined) asked.reject(Object.assign(new Error(failure), { code: (refused ?? error)?.code }));
      else asked.resolve(inspected ? inspected.result : message);
      if (inspected) return;
    }
    this.onmessage(message);
  }

  #end(reason, keepsSocket = false) {
    for (const [id, { reject, heard }] of this.#asked) {
      if (heard || !keepsSocket) reject(new Error(reason));
      if (!keepsSocket) this.#asked.delete(id);
    }
    this.onend(reason);
  }
}
