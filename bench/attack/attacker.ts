/** The attacking process: `node attacker.ts <attack> <url>`. It prints a line for each answer, until it is killed. */
import { type Attack, headersOf, post } from "./attack.ts";

const [name, url] = process.argv.slice(2) as [string, string];
const attack: Attack = (await import(`./attacks/${name}.ts`)).default;

/** Returns the distinct error codes of an answer, or "data" if there are none. */
function codesOf(text: string): string {
  const codes = new Set([...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code));
  return [...codes].join("+") || "data";
}

async function send(client: number): Promise<string> {
  if (attack.attack) return await attack.attack(url);
  const { userId, ...body } = attack.next?.(client) ?? { query: "{ apiVersion }" };
  const { status, text } = await post(url, JSON.stringify(body), headersOf(userId));
  return `${status} ${codesOf(text)}`;
}

async function attackOn(client: number): Promise<never> {
  for (;;) {
    const began = performance.now();
    const outcome = await send(client).catch((error: NodeJS.ErrnoException) => `${error.code}`);
    console.log(JSON.stringify({ outcome, milliseconds: performance.now() - began }));
  }
}

await Promise.all(Array.from({ length: attack.clients }, (_, client) => attackOn(client)));
