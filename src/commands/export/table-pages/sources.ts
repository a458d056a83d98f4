import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The files that define the objects, relative to the project. */
export interface Sources {
  /** The fixture of a function or view by its name. */
  fixtures: Map<string, string>;
  /** The committed migrations that make or alter a table, by its name. */
  migrations: Map<string, string[]>;
}

const FIXTURES = "migrations/fixtures";
const COMMITTED = "migrations/committed";

/** Finds the file of each object by the words of its definition. */
export async function readSources(project: string): Promise<Sources> {
  const sources: Sources = { fixtures: new Map(), migrations: new Map() };
  for (const file of (await readdir(join(project, FIXTURES), { recursive: true })).sort()) {
    if (!file.endsWith(".sql")) continue;
    const path = `${FIXTURES}/${file.replaceAll("\\", "/")}`;
    const text = await readFile(join(project, path), "utf8");
    for (const { 1: name = "" } of text.matchAll(/^create or replace (?:function|view) ([\w.]+)/gm))
      sources.fixtures.set(name, path);
  }
  for (const file of (await readdir(join(project, COMMITTED))).sort()) {
    if (!file.endsWith(".sql")) continue;
    const path = `${COMMITTED}/${file}`;
    const text = await readFile(join(project, path), "utf8");
    for (const { 1: name = "" } of text.matchAll(/^(?:create|alter) table ([\w.]+)/gm)) {
      const paths = sources.migrations.get(name) ?? [];
      if (!paths.includes(path)) sources.migrations.set(name, [...paths, path]);
    }
  }
  return sources;
}
