// SPDX-License-Identifier: Apache-2.0

/** A core in the child. */
export class HostedCore {
  /** What has arrived and was not delivered: texts, and `{ id, error }` for what was refused. */
  items = [];
  isClosed = false;
  isDriving = false;
  onReadable = undefined;
  isReferenced = false;

  constructor(number, callback, onRefused) {
    this.number = number;
    this.name = `core-${number}`;
    // Weak, so that a core that nobody refers to is collected.
    this.callback = callback && new WeakRef(callback);
    this.onRefused = onRefused && new WeakRef(onRefused);
  }

  /** The function of the event loop; undefined if there is none any more. */
  get readable() {
    return this.onReadable instanceof WeakRef ? this.onReadable.deref() : this.onReadable;
  }

  /** Whether the loop stays for this core, and keeps it. */
  setReferenced(isReferenced) {
    const readable = this.readable;
    this.isReferenced = isReferenced;
    this.onReadable = isReferenced || !readable ? readable : new WeakRef(readable);
  }
}
