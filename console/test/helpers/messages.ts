import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A call of t() in the console's code: its message, and the names of the values that it gives. */
export interface Call {
  at: string;
  message: string;
  values: string[];
}

/** A node of a syntax tree (ESTree). */
interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const ROOT = "console/src";
/** Code without messages: GraphQL documents, the other languages, and the service workers. */
const APART = /^(api\/(operations|user-names)|languages\/|service-worker\/)/;

/** Attributes that people read or hear. */
const READ = new Set([
  "action",
  "alt",
  "aria-label",
  "aria-valuetext",
  "button",
  "data-label",
  "heading",
  "hint",
  "label",
  "legend",
  "placeholder",
  "text",
  "title",
]);
/** Matches two words, or one with a capital, but not the names of classes, events or formats. */
const SENTENCE = /\p{L}{2,}[,:;]? [\p{L}{“]|^[A-Z][a-z]+[.…]?$/u;
const WORD = /\p{L}{2}/u;
/** Names of formats, media and their authors, of elements, and of values in CSV files for other programs. */
const NAMES = new Set([
  "Data",
  "Feature",
  "GeoNames (CC BY 4.0)",
  "Natural Earth",
  "OpenStreetMap (ODbL)",
  "Placemark",
  "Point",
  "Polygon",
  "(prefers-color-scheme: dark)",
  "(prefers-reduced-motion: reduce)",
  "input, textarea",
  "failed pushes",
  "waiting pushes",
  // English column names, which are also read if the user's language is another one.
  "full name",
  "email address",
  "postal address",
  "is tester",
  // A value of a filter.
  "without a password",
]);

const isNode = (value: unknown): value is Node =>
  typeof (value as Node | null)?.type === "string" && typeof (value as Node).start === "number";

const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([field]) => field !== "parent")
    .flatMap(([, value]) => value)
    .filter(isNode);

/** The text of a literal or a template, without the template's values. */
function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "JSXText") return node.value as string;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("\0");
}

/** The name of a called function, such as "t" or "console.warn". */
function calleeOf({ type, callee }: Node): string {
  if (type !== "CallExpression" && type !== "NewExpression") return "";
  const { name, object, property } = callee as Record<string, { name?: string } & string>;
  return name ?? `${object?.name}.${property?.name}`;
}

function callOf(node: Node, at: string): Call {
  const [message, values] = node.arguments as Node[];
  const properties = (values?.properties ?? []) as { key: { name: string } }[];
  return {
    at,
    message: (message && textOf(message)) ?? "",
    // If a variable holds the values, their names are unknown.
    values: values?.type === "ObjectExpression" ? properties.map(({ key }) => key.name) : ["?"],
  };
}

const isSentence = (text: string) => SENTENCE.test(text) && !NAMES.has(text);

/** True if people read a text at this place: any word in JSX, or a sentence in other code. */
function isRead(parents: Node[], text: string): boolean {
  const at = parents.findLastIndex(({ type }) => /^JSX(Element|Fragment|Attribute)$/.test(type));
  const near = parents[at];
  // Functions and calls within JSX count as other code.
  const isCode = parents.slice(at + 1).some(({ type }) => /Function|CallExpression/.test(type));
  if (!near || isCode) return isSentence(text);
  if (near.type !== "JSXAttribute") return WORD.test(text);
  return READ.has((near.name as { name: string }).name) && WORD.test(text);
}

/** The kinds of nodes in which texts are not words for people. */
const ELSEWHERE =
  /^(ImportDeclaration|ImportExpression|ExportAllDeclaration|BinaryExpression|TSLiteralType|TSTypeReference)$/;

/** Reads the console's code: the messages that it translates, and texts that it does not. */
export function readMessages(): { calls: Call[]; untranslated: string[] } {
  const calls: Call[] = [];
  const untranslated: string[] = [];
  for (const file of globSync("**/*.{ts,tsx}", { cwd: ROOT, exclude: ["design/**"] }).sort()) {
    if (APART.test(file)) continue;
    const source = readFileSync(`${ROOT}/${file}`, "utf8");
    const lineOf = ({ start }: Node) => `${file}:${source.slice(0, start).split("\n").length}`;
    const visit = (node: Node, parents: Node[], isInternal = false): void => {
      const callee = calleeOf(node);
      if (callee === "t") {
        calls.push(callOf(node, lineOf(node)));
        // The values may contain other calls of t().
        for (const child of (node.arguments as Node[]).slice(1))
          visit(child, [...parents, node], isInternal);
        return;
      }
      // Errors of the code and the browser's log are for developers.
      const isApart = isInternal || ELSEWHERE.test(node.type) || /^(console\.|Error$)/.test(callee);
      const text = textOf(node);
      const parent = parents.at(-1);
      const isKey = parent?.type === "Property" && parent.key === node;
      if (text !== undefined && !isApart && !isKey && isRead(parents, text)) {
        untranslated.push(`${lineOf(node)} ${text.trim()}`);
      }
      for (const child of childrenOf(node)) visit(child, [...parents, node], isApart);
    };
    visit(parseSync(file, source).program as unknown as Node, []);
  }
  return { calls, untranslated };
}
