import { parse } from "postgraphile/graphql";
import { askedFor, usedVariables } from "./as-asked.ts";

/** Returns the service's answer to an operation: its data or its errors. Undefined means no answer. */
type Answer = (
  variables: Record<string, unknown>,
) => object | undefined | Promise<object | undefined>;

/** An answer that refuses an operation. */
export const refusal = (code: string, message = "It was refused.", reason?: string) => ({
  errors: [{ message, extensions: { code, reason } }],
});

interface Asked {
  name: string;
  variables: Record<string, unknown>;
}
let lastAsked: Asked[] = [];

/** The variables of the operations with a name that the last fake service was asked for. */
export const named = (name: string) =>
  lastAsked.filter((one) => one.name === name).map(({ variables }) => variables);

/**
 * Answers the console's requests in place of a service, by the names of operations or files. Like the service, it reads
 * only variables that the document uses, and returns only fields that the document selects.
 * @returns The operations that were asked for.
 */
export function fakeService(answers: Record<string, Answer>) {
  const asked: Asked[] = [];
  lastAsked = asked;
  globalThis.fetch = async (url, init) => {
    const file = /[^/]+$/.exec(String(url))?.[0] ?? "";
    if (init?.body === undefined && file in answers) {
      return Response.json(await answers[file]?.({}));
    }
    const { query, variables: sent } = JSON.parse(String(init?.body));
    const [, name = ""] = /(?:query|mutation) (\w+)/.exec(query) ?? [];
    const document = parse(query);
    const variables = usedVariables(document, sent);
    asked.push({ name, variables });
    const data = await answers[name]?.(variables);
    if (data === undefined) throw new TypeError("fetch failed");
    return Response.json("errors" in data ? data : { data: askedFor(document, data) });
  };
  return asked;
}
