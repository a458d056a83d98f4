/** One statement of a script, and where it begins there. */
export interface Statement {
  text: string;
  start: number;
}

/** Matches whatever may contain a semicolon, and the words and parentheses that may surround one. */
const TOKEN =
  /--[^\n\r]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(\$(?:[\p{L}_][\p{L}\d_]*)?\$)[\s\S]*?\1|[\p{L}_][\p{L}\d_$]*|[();]/gu;

/** Returns the end of the comment that begins at `start`. Comments may contain comments. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === "/*" ? 1 : -1;
    if (depth === 0) return start + index + mark.length;
  }
  return sql.length;
}

/**
 * Splits a script into its statements, as PostgreSQL does if it gets the whole script. A statement includes the
 * comments before it. Comments alone are not a statement.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  /** How many parentheses and blocks are open, in which a semicolon does not end the statement. */
  let depth = 0;
  let last = "";
  const end = (at: number) => {
    if (last) statements.push({ text: sql.slice(start, at), start });
    [start, depth, last] = [at, 0, ""];
  };
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(sql); found; found = TOKEN.exec(sql)) {
    const token = found[0].toLowerCase();
    if (token.startsWith("--")) continue;
    if (token === "/*") {
      TOKEN.lastIndex = endOfComment(sql, found.index);
    } else if (token === ";" && depth === 0) {
      end(TOKEN.lastIndex);
    } else {
      if (token === "(" || token === "case" || `${last} ${token}` === "begin atomic") depth += 1;
      else if (token === ")" || token === "end") depth = Math.max(0, depth - 1);
      last = token;
    }
  }
  end(sql.length);
  return statements;
}
