import { isSmall } from "../lib/database.ts";
import type { Case } from "../lib/series.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";
import { median } from "../lib/statistics.ts";

const REQUESTS = isSmall ? 3 : 9;

/** The fields of the contract. */
const FIELDS = {
  alerts: "id createdAt userId area text1 text2 text3",
  notifications: "id userId level latitude longitude movingActivity seen createdAt alert { id }",
  positions: "id userId createdAt latitude longitude movingActivity",
  users: "id name email address isAdmin",
};
type List = keyof typeof FIELDS;

const token = tokenOf(1);

async function ask(server: Server, query: string, variables: object): Promise<string> {
  const response = await fetch(server.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return await response.text();
}

/** Measures a query: the median in milliseconds, over HTTP on one connection, as an administrator. */
function measureQuery(server: Server, query: string, variables: object): Case["measure"] {
  return async () => {
    const took: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      const began = performance.now();
      const answer = await ask(server, query, variables);
      took.push(performance.now() - began);
      const [rows] = Object.values(JSON.parse(answer).data ?? {}) as (
        | unknown[]
        | { nodes: unknown[] }
      )[];
      const { length } = Array.isArray(rows) ? rows : (rows?.nodes ?? []);
      if (length !== 20) throw new Error(`${query} answered ${answer.slice(0, 500)}`);
    }
    return median(took);
  };
}

/** Returns the cases of a list's pages at these offsets. */
export function pagesOf(server: Server, list: List, offsets: number[]): Case[] {
  const query = `query ($offset: Int64) { ${list}(limit: 20, offset: $offset) { ${FIELDS[list]} } }`;
  return offsets.map((offset) => ({
    what: `${list}, 20 from offset`,
    size: offset,
    rows: 20,
    measure: measureQuery(server, query, { offset }),
  }));
}

/** Returns the cases of a connection's pages after these numbers of rows, by cursor. */
export async function pagesAfter(server: Server, list: List, offsets: number[]): Promise<Case[]> {
  const field = `${list}Connection`;
  const query = `query ($after: Cursor) { ${field}(first: 20, after: $after) { nodes { ${FIELDS[list]} } } }`;
  return await Promise.all(
    offsets.map(async (offset) => {
      const answer = await ask(
        server,
        `query ($offset: Int) { ${field}(first: 1, offset: $offset) { pageInfo { endCursor } } }`,
        { offset: Math.max(offset - 1, 0) },
      );
      const after = JSON.parse(answer).data[field].pageInfo.endCursor;
      return {
        what: `${field}, 20 after the cursor of`,
        size: offset,
        rows: 20,
        measure: measureQuery(server, query, { after: offset ? after : null }),
      };
    }),
  );
}
