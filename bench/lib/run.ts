/** `npm run bench -- <name>`: runs a benchmark, one of the files in the folder above. */
const name = process.argv[2];
if (!/^[\w-]+$/.test(name ?? "")) throw new Error("Name a benchmark: npm run bench -- http");
await import(`../${name}.ts`);
