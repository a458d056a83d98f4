import { expect, test } from "@jest/globals";
import { readPeople } from "../src/state/read-people.ts";
import { parseCsv, writeCsv } from "../src/words/csv.ts";

const cells = (text: string) => parseCsv(text).map(({ cells }) => cells);

test("a CSV file is read as spreadsheets write it", () => {
  expect(cells("a,b\r\n1,2\r\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cells("\uFEFFa;b\n1,5;2")).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(cells("a\tb\r1\t2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cells('a,b\n"x, ""y""\nz",2')).toEqual([
    ["a", "b"],
    ['x, "y"\nz', "2"],
  ]);
  expect(cells('a,b\n5" pipe,"2"')).toEqual([
    ["a", "b"],
    ['5" pipe', "2"],
  ]);
  expect(cells("a,b\n\n,\n1")).toEqual([["a", "b"], ["1"]]);
  expect(cells("\n\na;b\n1,5;2")).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(cells("")).toEqual([]);
});

test.each(["sep=;", "SEP=;\r", '"sep=;"', "\uFEFFsep=;"])(
  "a first line %j names what separates cells",
  (first) => {
    expect(parseCsv(`${first}\na,x;b\n1;2`)).toEqual([
      { line: 2, cells: ["a,x", "b"] },
      { line: 3, cells: ["1", "2"] },
    ]);
  },
);

test("rows have the line numbers that an editor shows, also after multi-line cells and empty lines", () => {
  const lines = parseCsv('a,b\n"x\ny",1\n\nz,2\n').map(({ line }) => line);
  expect(lines).toEqual([1, 2, 5]);
});

test("a CSV file is written without cells that a spreadsheet would run, and can be read back", () => {
  expect(
    writeCsv([
      ['a "b"', "=1+1"],
      ["x\ny", "@x"],
    ]),
  ).toBe('"a ""b""","\'=1+1"\r\n"x\ny","\'@x"');
  expect(cells(writeCsv([['a "b"', "c;d"]]))).toEqual([['a "b"', "c;d"]]);
  for (const sign of ["=", "+", "-", "@", "\t", "\r", "\n"])
    expect(writeCsv([[`${sign}x`, `x${sign}`]])).toBe(`"'${sign}x","x${sign}"`);
});

test("people are read by the headings, in any order", () => {
  const { entries, faults, leftOut } = readPeople(
    "E-Mail; Tester ;NAME;Floor\n ada@example.org ;Yes; Ada ;2\nbob@example.org;;Bob;3",
  );
  expect(faults).toEqual([]);
  expect(leftOut).toEqual(["Floor"]);
  expect(entries).toEqual([
    { line: 2, user: { name: "Ada", email: "ada@example.org", address: "", isTester: true } },
    { line: 3, user: { name: "Bob", email: "bob@example.org", address: "", isTester: false } },
  ]);
});

test.each([
  ["yes y true 1 x", true],
  ["no n false 0", false],
])("each of the words %s counts as %s in the column tester", (words, isTester) => {
  const lines = [
    "name,email,address,tester",
    ...words.split(" ").map((word) => `A,a@b.c,Home,${word}`),
  ];
  const { entries, faults } = readPeople(lines.join("\n"));
  expect(faults).toEqual([]);
  expect(entries.map(({ user }) => user)).toEqual(
    Array(lines.length - 1).fill({ name: "A", email: "a@b.c", address: "Home", isTester }),
  );
});

test.each([
  ["Full name", "Email address", "Postal address", "Is tester"],
  ["name", "mail", "address", "tester"],
])("the headings %s, %s, %s and %s are known", (...headings) => {
  const { entries } = readPeople(`${headings.join()}\nAda,a@b.c,Home,yes`);
  expect(entries.map(({ user }) => user)).toEqual([
    { name: "Ada", email: "a@b.c", address: "Home", isTester: true },
  ]);
});

test("faults of a file are reported with their line", () => {
  expect(readPeople("Ada,ada@example.org")).toEqual({
    entries: [],
    faults: [{ line: 1, fault: expect.stringMatching(/name the columns/) }],
    leftOut: [],
  });
  expect(readPeople("\n\nAda,ada@example.org").faults).toMatchObject([{ line: 3 }]);
  expect(readPeople("").faults).toMatchObject([{ line: 1 }]);
  for (const one of ["name", "email"]) {
    expect(readPeople(`${one},floor\nAda,2`).faults).toMatchObject([{ line: 1 }]);
  }
  expect(readPeople("name,email\n").faults).toEqual([
    { line: 1, fault: "There is nobody in the file." },
  ]);
  expect(readPeople("name,email,tester\n\nAda,ada@example.org,perhaps").faults).toEqual([
    { line: 3, fault: "Write yes or no in the column tester." },
  ]);
});

test.each([
  ["a quote without an end", 'Ada,a@b.c,"Home\nBob,b@b.c,Home', 2, /quotation mark/],
  ["a quote that ends in the next row", '"Ada,a@b.c,Home\nBob",b@b.c,Home', 2, /quotation mark/],
  ["text after a quote", 'Bob,b@b.c,Home\nAda,a@b.c,"Home" 1', 3, /quotation mark/],
  ["more cells than headings", "Ada,a@b.c,Via Roma, 1, Bologna", 2, /more cells/],
])("%s is a fault of its line", (_what, rows, line, fault) => {
  expect(readPeople(`name,email,address\n${rows}`).faults).toEqual([
    { line, fault: expect.stringMatching(fault) },
  ]);
});

test("cells without a heading are refused, empty ones at the end are not", () => {
  expect(readPeople("name,email,,\nAda,a@b.c,,\nBob,b@b.c,,").faults).toEqual([]);
  expect(readPeople("name,,email\nAda,x,a@b.c").faults).toMatchObject([{ line: 2 }]);
});

test("no column is left out in silence", () => {
  expect(readPeople("name,surname,email\nMario,Rossi,mario@example.org").leftOut).toEqual([
    "surname",
  ]);
  expect(readPeople("name,email,mail\nAda,a@b.c,b@b.c").faults).toEqual([
    { line: 1, fault: "Two columns mean the same: mail." },
  ]);
});
