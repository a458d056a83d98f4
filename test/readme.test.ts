import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "./helpers/service.ts";

const run = promisify(execFile);

/** The README's code, block by block, of one section. */
async function blocksOf(section: string): Promise<{ language: string; code: string }[]> {
  const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const body = text.split(/^## /m).find((part) => part.startsWith(section)) ?? "";
  return [...body.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language as string,
    code: code as string,
  }));
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test("the first try answers as printed", async () => {
  const blocks = (await blocksOf("Try it")).slice(1);
  const script = blocks
    .filter(({ language }) => language === "sh")
    .map(({ code }) => `${code}\necho`)
    .join("\n")
    .replaceAll("localhost:4000", `localhost:${service.port}`);
  const { stdout } = await run("bash", ["-c", script], {
    env: { ...process.env, ADMIN_PASSWORD: "admin-password" },
  });
  const answers = stdout.split("\n").filter(Boolean);
  const printed = blocks
    .filter(({ language }) => language === "json")
    .map(({ code }) => code.trim());
  expect(answers).toEqual(printed);
});

test("the analysts' queries answer as printed", async () => {
  const queries = (await blocksOf("For analysts")).slice(1);
  const client = await service.database.ownerPool.connect();
  try {
    await client.query("begin; set local role app_analyst");
    for (const [index, { language, code }] of queries.entries()) {
      if (language !== "sql") continue;
      const { rows, fields } = await client.query<string[]>({ text: code, rowMode: "array" });
      const [head, , ...lines] = (queries[index + 1]?.code ?? "").trimEnd().split("\n");
      const cells = (line: string) => line.split("|").map((cell) => cell.trim());
      expect(fields.map(({ name }) => name)).toEqual(cells(head as string));
      expect(rows.map((row) => row.map(String))).toEqual(lines.map(cells));
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
});
