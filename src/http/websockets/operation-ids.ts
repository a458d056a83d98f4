import { isObject, parseJson } from "../../limits/read-json.ts";

/** The beginning of a message about an operation, with its id as the service names it. */
const ABOUT_OPERATION = /^\{"id":"([1-9]\d*)","type":"(next|error|complete)"/;

/**
 * Names each operation of a connection anew, because a client may use an id again as soon as its operation is complete.
 * graphql-ws goes on with the former operation for a moment, and would mix up the two.
 */
export class OperationIds {
  /** The service's name of each running operation by the client's, and the reverse. */
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();
  #last = 0;

  #end(theirs: string, ours: string): void {
    this.#ours.delete(theirs);
    this.#theirs.delete(ours);
  }

  /** Returns a client's message with the service's name of its operation. */
  received(text: string): string {
    const message = parseJson(text);
    if (!isObject(message) || typeof message.id !== "string" || message.id === "") return text;
    const { id: theirs, type } = message;
    let ours = this.#ours.get(theirs);
    if (type === "complete" && ours !== undefined) this.#end(theirs, ours);
    else if (type !== "subscribe") return text;
    else if (ours === undefined) {
      ours = String(++this.#last);
      this.#ours.set(theirs, ours);
      this.#theirs.set(ours, theirs);
    }
    return JSON.stringify({ ...message, id: ours });
  }

  /** Returns a message for the client with its own name of the operation; undefined if it has completed that. */
  sent(text: string): string | undefined {
    const [begin, ours, type] = ABOUT_OPERATION.exec(text) ?? [];
    if (begin === undefined || ours === undefined) return text;
    const theirs = this.#theirs.get(ours);
    if (theirs === undefined) return undefined;
    if (type !== "next") this.#end(theirs, ours);
    return `{"id":${JSON.stringify(theirs)},"type":"${type}"${text.slice(begin.length)}`;
  }
}
