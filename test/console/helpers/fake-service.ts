/** What the service answers to an operation: its data. Undefined is no answer. */
type Answer = (variables: Record<string, unknown>) => object | undefined;

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
    const data = answers[name]?.(variables);
    if (data === undefined) throw new TypeError("fetch failed");
    return Response.json({ data });
  };
  return asked;
}
