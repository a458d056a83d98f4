import { explained, parseComment } from "./comments.ts";
import { code, codes, FOLDER, link, page, section, table } from "./markdown.ts";
import { SCHEMAS } from "./schemas.ts";
import type { Type } from "./types.ts";

export const TYPES_PAGE = `${FOLDER}/types.md`;

/** The name of a type, linked to its section if the type is one of ours. */
export function linkToType(type: string): string {
  const [schema = ""] = type.split(".");
  const anchor = type.replaceAll(/[^\w-]/g, "");
  return SCHEMAS.includes(schema) ? link(type, `${TYPES_PAGE}#${anchor}`) : type;
}

/** The comment of each value of an enum, from its smart tags "@value NAME text". */
function valueRows(values: string[], tags: string[]): string[][] {
  const texts = new Map(
    tags.flatMap((tag) => {
      const [, value, text] = /^@value (\S+) (.*)$/.exec(tag) ?? [];
      return value && text ? [[value, text] as const] : [];
    }),
  );
  return values.map((value) => [code(value), texts.get(value) ?? ""]);
}

function typeSection({ name, comment, values, attributes, domain }: Type): string {
  const { tags, text } = parseComment(comment);
  const others = tags.filter((tag) => !tag.startsWith("@value "));
  return section(
    name,
    text,
    others.length > 0 ? `Smart tags: ${codes(others)}.` : "",
    domain === null ? "" : `A domain: ${code(domain)}.`,
    table(["value", "meaning"], values ? valueRows(values, tags) : []),
    table(
      ["attribute", "type", "comment"],
      (attributes ?? []).map(({ name, type, comment }) => [
        code(name),
        linkToType(type),
        explained(comment),
      ]),
    ),
  );
}

/** The page of all types. */
export function typesPage(types: Type[]): string {
  return page("Types", ...types.map(typeSection));
}
