const HOW_MANY = 20;
const SECOND = 1000;

/** Prints a list, the slowest first. */
function print(what, timed) {
  const slowest = timed.toSorted((a, b) => b.took - a.took).slice(0, HOW_MANY);
  const lines = slowest.map(
    ({ took, name }) => `${(took / SECOND).toFixed(1).padStart(7)} s  ${name}`,
  );
  process.stderr.write(`\nThe slowest ${what}:\n${lines.join("\n")}\n`);
}

/** Prints the slowest files and tests of a run with many files. */
export default class Slowest {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= HOW_MANY) return;
    const nameOf = ({ testFilePath }) => testFilePath.replace(/^.*\/(?=test\/)/, "");
    print(
      "files",
      testResults.map((file) => ({ name: nameOf(file), took: file.perfStats.runtime })),
    );
    print(
      "tests",
      testResults.flatMap((file) =>
        file.testResults.map(({ fullName, duration }) => ({
          name: `${nameOf(file)}: ${fullName}`,
          took: duration ?? 0,
        })),
      ),
    );
  }
}
