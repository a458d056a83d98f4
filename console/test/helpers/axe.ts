import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Returns every violation that axe finds, with its elements. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluates axe, because the content security policy forbids injected script elements. Does so once for each page,
  // because evaluating takes as long as a run.
  const isThere = await page.evaluate<boolean>("typeof axe === 'object'");
  if (!isThere) await page.evaluate(await readFile(AXE, "utf8"));
  return await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is evaluated above
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ["violations"] });
    return violations.map((found: { id: string; nodes: { html: string }[] }) =>
      [found.id, ...found.nodes.map(({ html }) => html)].join(" "),
    );
  });
}
