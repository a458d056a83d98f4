import { type ObservedStatement, observeStatements } from "../../database/observed-statements.ts";
import { type EventReplay, learnEvent } from "./event.ts";

/** What is known of how the events of an operation are read: by all who subscribed with the same variables. */
export class Lesson {
  #replay: EventReplay | undefined;
  #state: "new" | "learning" | "learnt" | "unlearnable" = "new";
  #waiting: (() => void)[] = [];

  get replay(): EventReplay | undefined {
    return this.#replay;
  }

  /** Whether the next event is to be executed with an eye on what it does. */
  get isNew(): boolean {
    return this.#state === "new";
  }

  /** Calls back when it is known how to go on: at once, unless it is being learnt. */
  whenSettled(callback: () => void): void {
    if (this.#state === "learning") this.#waiting.push(callback);
    else callback();
  }

  /**
   * Looks on from now until the returned function is called: with the event's result and the values
   * that its statement is expected to have had, or with nothing where there is none.
   */
  begin(settings: object): (result?: { errors?: unknown }, expected?: readonly unknown[]) => void {
    this.#state = "learning";
    const statements: ObservedStatement[] = [];
    observeStatements(settings, (statement) => statements.push(statement));
    return (result, expected = []) => {
      if (this.#state !== "learning") return;
      const [statement] = statements;
      if (!result || result.errors) {
        // Says nothing of the next one.
        this.#state = "new";
      } else {
        const isSole = statement && statements.length === 1;
        this.#replay = isSole ? learnEvent(statement, expected) : undefined;
        this.#state = this.#replay ? "learnt" : "unlearnable";
      }
      for (const callback of this.#waiting.splice(0)) callback();
    };
  }
}
