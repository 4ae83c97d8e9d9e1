import type { Socket } from 'node:net';
import type { Call } from './calls.js';

/**
 * What connections tell about the outcomes that were written to them. That the system took the bytes says nothing: a
 * client that has gone closes before they are written, or resets the connection with them unread.
 */
export class Deliveries {
  /** The call whose outcome was written last to a connection, until something else is known of it. */
  readonly #last = new WeakMap<Socket, { call: Call | undefined }>();

  /** A client that sends another request on a connection has read what came before. */
  confirm(socket: Socket): void {
    const slot = this.#last.get(socket);
    if (slot) slot.call = undefined;
  }

  /** Notes that a call's outcome was written whole. */
  written(socket: Socket, call: Call): void {
    call.delivered = !socket.readableEnded;
    this.#slotOf(socket).call = call;
  }

  #slotOf(socket: Socket): { call: Call | undefined } {
    const known = this.#last.get(socket);
    if (known) return known;
    const slot: { call: Call | undefined } = { call: undefined };
    this.#last.set(socket, slot);
    socket.once('close', (wasReset: boolean) => {
      if (wasReset && slot.call) slot.call.delivered = false;
    });
    return slot;
  }
}
