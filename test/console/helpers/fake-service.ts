/** A refusal of the service, as an answer. */
export class Refusal {
  readonly code: string;
  readonly message: string;
  constructor(code: string, message = "No.") {
    this.code = code;
    this.message = message;
  }
}

/** What the service answers to an operation: its data, or a refusal. Undefined is no answer. */
type Answer = (
  variables: Record<string, unknown>,
) => object | undefined | Promise<object | undefined>;

/**
 * Answers the console's requests in place of a service, by the names of their operations.
 * @returns The operations that were asked for.
 */
export function fakeService(answers: Record<string, Answer>) {
  const asked: { name: string; variables: Record<string, unknown> }[] = [];
  globalThis.fetch = async (_url, init) => {
    const { query, variables } = JSON.parse(String(init?.body));
    const [, name = ""] = /(?:query|mutation) (\w+)/.exec(query) ?? [];
    asked.push({ name, variables });
    const data = await answers[name]?.(variables);
    if (data === undefined) throw new TypeError("fetch failed");
    if (!(data instanceof Refusal)) return Response.json({ data });
    const { code, message } = data;
    return Response.json({ errors: [{ message, extensions: { code } }] });
  };
  return asked;
}
