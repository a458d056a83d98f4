import { readdirSync } from "node:fs";
import type { Fault } from "./fault.ts";
import { makeScratch } from "./scratch.ts";

const LISTS = new URL("faults/", import.meta.url);

/** Returns the faults of all lists, or of those that the user named. Each file in `faults` exports one. */
async function faultsNamed(words: string[]): Promise<Fault[]> {
  const files = readdirSync(LISTS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, LISTS).href)));
  return modules.flatMap(({ faults }: { faults: Fault[] }, index) => {
    const list = `test/mutants/faults/${files[index]}`;
    const isAll = words.length === 0 || words.some((word) => list.startsWith(word));
    return isAll ? faults : faults.filter((fault) => words.some((word) => isNamed(fault, word)));
  });
}

/** Throws an error if two faults have the same name, or are identical. */
function refuseDoubles(faults: readonly Fault[]) {
  const known = new Map<string, Fault>();
  for (const fault of faults) {
    const { name, place, find, replace, statement } = fault;
    for (const key of [name, JSON.stringify([place, find, replace, statement])]) {
      const other = known.get(key);
      if (other)
        throw new Error(`"${other.name}" in ${other.place} and "${name}" in ${place} are alike.`);
      known.set(key, fault);
    }
  }
}

/** True if a fault's name, file, function or test begins with what the user named, or its name contains it. */
function isNamed({ name, place, tests }: Fault, word: string): boolean {
  return name.includes(word) || [place, ...tests].some((path) => path.startsWith(word));
}

/**
 * `npm run mutants -- [--check] NAME|PATH…`: puts each fault into a copy of the tree, and prints those that no test
 * notices. With --check, it only prints the faults that no longer fit the code.
 */
async function main(args: string[]): Promise<number> {
  const isCheck = args.includes("--check");
  const words = args.filter((word) => word !== "--check");
  const chosen = await faultsNamed(words);
  if (chosen.length === 0) throw new Error(`No fault is called ${words.join(" or ")}.`);
  refuseDoubles(chosen);
  await using scratch = await makeScratch();
  await scratch.check(chosen);
  if (isCheck) return 0;

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
