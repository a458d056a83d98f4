/** `npm run bench -- <question>`: runs one of the files beside this folder. */
const question = process.argv[2];
if (!/^[\w-]+$/.test(question ?? "")) throw new Error("Say which benchmark: npm run bench -- http");
await import(`../${question}.ts`);
