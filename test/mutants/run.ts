import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Fault, planted } from "./fault.ts";
import { makeScratch } from "./scratch.ts";

const ROOT = new URL("../../", import.meta.url);
const LISTS = new URL("faults/", import.meta.url);

/** Returns the faults of all lists. Each file in `faults` exports one. */
async function allFaults(): Promise<Fault[]> {
  const files = readdirSync(LISTS).toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, LISTS).href)));
  return modules.flatMap(({ faults }) => faults);
}

/** True if a fault's name, file, function or test begins with what the user named, or its name contains it. */
function isNamed({ name, place, tests }: Fault, word: string): boolean {
  return name.includes(word) || [place, ...tests].some((path) => path.startsWith(word));
}

/** `npm run mutants -- NAME|PATH…`: puts each fault into a copy of the tree, and prints which no test notices. */
async function main(words: string[]): Promise<number> {
  const all = await allFaults();
  const chosen = all.filter((fault) =>
    words.length === 0 ? true : words.some((word) => isNamed(fault, word)),
  );
  if (chosen.length === 0) throw new Error(`No fault is called ${words.join(" or ")}.`);
  for (const fault of chosen) {
    if (!fault.isSql)
      planted(readFileSync(fileURLToPath(new URL(fault.place, ROOT)), "utf8"), fault);
  }
  await using scratch = await makeScratch();

  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  console.log(`${chosen.length} faults. First their ${files.length} test files without a fault.`);
  for (const [is, part] of Object.entries(
    Object.groupBy(files, (file) => (file.startsWith("test/embedded/") ? "embedded" : "others")),
  )) {
    const verdict = await scratch.test(part as string[]);
    if (verdict.kind === "failed") throw new Error(`${is}: ${verdict.by} fails without a fault.`);
    if (verdict.kind === "broken") throw new Error(verdict.output);
  }

  const survivors: Fault[] = [];
  const broken: Fault[] = [];
  for (const [index, fault] of chosen.entries()) {
    const began = performance.now();
    const verdict = await scratch.test(fault.tests, fault);
    const seconds = Math.round((performance.now() - began) / 1000);
    const word = { passed: "SURVIVES", failed: "noticed", broken: "BROKEN" }[verdict.kind];
    console.log(
      `${index + 1}/${chosen.length} ${word} (${seconds} s): ${fault.place}: ${fault.name}`,
    );
    if (verdict.kind === "failed") console.log(`    by ${verdict.by}`);
    if (verdict.kind === "passed") survivors.push(fault);
    if (verdict.kind === "broken") {
      broken.push(fault);
      console.log(verdict.output);
    }
  }
  const noticed = chosen.length - survivors.length - broken.length;
  console.log(
    `\n${noticed} of ${chosen.length} noticed, ${survivors.length} survive, ${broken.length} could not be tried.`,
  );
  for (const { place, name } of survivors) console.log(`survives: ${place}: ${name}`);
  for (const { place, name } of broken) console.log(`not tried: ${place}: ${name}`);
  return noticed === chosen.length ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 2;
});
