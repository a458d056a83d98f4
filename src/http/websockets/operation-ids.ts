import { isObject, parseJson } from "../../limits/read-json.ts";

/** The beginning of a message about an operation, with its number. */
const ABOUT_OPERATION = /^\{"id":"(\d+)","type":"(next|error|complete)"/;

/**
 * Numbers the operations of a connection, because a client may use an id again as soon as its operation is complete.
 * graphql-ws goes on with the former operation for a moment, and would mix up the two.
 */
export class OperationIds {
  /** The number of each running operation by the client's id, and the reverse. */
  readonly #numbers = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #last = 0;

  #end(id: string, number: string): void {
    this.#numbers.delete(id);
    this.#ids.delete(number);
  }

  /** Returns a client's message with the number of its operation for its id. */
  received(text: string): string {
    const message = parseJson(text);
    if (!isObject(message) || typeof message.id !== "string" || message.id === "") return text;
    const { id, type } = message;
    const number = this.#numbers.get(id) ?? String(++this.#last);
    if (type === "complete") this.#end(id, number);
    else if (type === "subscribe") {
      this.#numbers.set(id, number);
      this.#ids.set(number, id);
    } else return text;
    return JSON.stringify({ ...message, id: number });
  }

  /** Returns a message for the client with its own id; undefined if it has completed the operation. */
  sent(text: string): string | undefined {
    const [begin, number, type] = ABOUT_OPERATION.exec(text) ?? [];
    if (begin === undefined || number === undefined) return text;
    const id = this.#ids.get(number);
    if (id === undefined) return undefined;
    if (type !== "next") this.#end(id, number);
    return `{"id":${JSON.stringify(id)},"type":"${type}"${text.slice(begin.length)}`;
  }
}
