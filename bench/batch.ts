/**
 * Measures position reports a second over HTTP: batches by `newPositions` against single reports by `newPosition`,
 * in turns, on the same host. Goal: five times as many in batches of a hundred or more.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- batch [--small]
 */
import autocannon from "autocannon";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { tokenOf } from "./lib/sessions.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 7;
/** The approximate length of one measurement. */
const SECONDS = isSmall ? 0.5 : 4;
const CONNECTIONS = 16;
const SIZE = isSmall ? { users: 1000, alerts: 100 } : { users: 100_000, alerts: 10_000 };
/** Positions in a request; 1 is `newPosition`. */
const SIZES = [1, 10, 100, 1000] as const;

const POSITION = "id userId createdAt latitude longitude movingActivity";
const SINGLE = `mutation newPosition($input: PositionInput!) { newPosition(input: $input) { ${POSITION} } }`;
const BATCH = `mutation newPositions($input: [PositionInput!]!) { newPositions(input: $input) { ${POSITION} } }`;

/** Returns `count` positions, one a second, the last one now. */
function positions(count: number): object[] {
  const takenAt = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => ({
    latitude: 44 + 4 * Math.random(),
    longitude: 8 + 4 * Math.random(),
    movingActivity: "WALKING",
    takenAt: takenAt - (count - 1 - index),
  }));
}

/**
 * Returns the requests that one connection repeats. Its users report on no other connection, so that no report waits
 * for another.
 */
function requestsOf(size: number, connection: number): autocannon.Request[] {
  const users = Math.max(2, Math.floor(50 / size));
  return Array.from({ length: users }, (_, index) => {
    const userId = 2 + connection * users + index;
    // New positions for each request: repeated ones would not be stored again.
    const body = () => {
      const input = size === 1 ? positions(1)[0] : positions(size);
      return JSON.stringify({ query: size === 1 ? SINGLE : BATCH, variables: { input } });
    };
    return {
      method: "POST",
      path: "/graphql",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${tokenOf(userId)}`,
      },
      setupRequest: (request) => ({ ...request, body: body() }),
    };
  });
}

interface Round {
  /** Positions a second. */
  rate: number;
  /** The median duration of a request in milliseconds. */
  p50: number;
  /** Microseconds of the host's CPU for each position. */
  hostCpu: number;
}

/** Sends `amount` requests over all connections, and waits for the last response. */
async function round(server: Server, size: number, amount: number): Promise<Round> {
  const cpu = server.cpu();
  let connection = 0;
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    amount,
    timeout: 60,
    // Milliseconds between two checks for the end of a round. A round's length has this error.
    ...({ sampleInt: 20 } as object),
    setupClient: (client) => client.setRequests(requestsOf(size, connection++)),
    verifyBody: (body) => String(body).startsWith(`{"data":{"newPosition${size > 1 ? "s" : ""}":`),
  });
  if (result["2xx"] !== amount || result.mismatches > 0 || result.errors > 0) {
    throw new Error(`Of ${amount} requests of ${size} some failed.`);
  }
  const count = size * amount;
  return {
    rate: count / result.duration,
    p50: result.latency.p50,
    hostCpu: (1e6 * (server.cpu() - cpu)) / count,
  };
}

await withDatabase("las_bench_batch", async (url, owner) => {
  await seed(owner, SIZE);
  const server = await startServer("service", "src/main.ts", 4310, url);
  const rounds = new Map<number, Round[]>(SIZES.map((size) => [size, []]));
  const amounts = new Map<number, number>();
  for (const size of SIZES) {
    // Warms up, and measures how many requests fill a round.
    const { rate } = await round(server, size, Math.max(2 * CONNECTIONS, 1600 / size));
    amounts.set(size, Math.max(2 * CONNECTIONS, Math.ceil((SECONDS * rate) / size)));
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const size of SIZES) {
      rounds.get(size)?.push(await round(server, size, amounts.get(size) as number));
    }
  }
  const figures = (size: number, figure: keyof Round) =>
    (rounds.get(size) ?? []).map((measured) => measured[figure]);
  const ratios = (size: number) =>
    figures(size, "rate").map((rate, turn) => rate / (figures(1, "rate")[turn] as number));
  console.log(
    table(
      SIZES.map((size) => ({
        "positions a request": size === 1 ? "1, by newPosition" : size,
        "positions/s": spread(figures(size, "rate")),
        "÷ newPosition": spread(ratios(size), 2),
        "p50 ms": median(figures(size, "p50")),
        "host CPU µs a position": spread(figures(size, "hostCpu")),
      })),
    ),
  );
  for (const size of SIZES.filter((count) => count >= 100)) {
    const isMet = median(ratios(size)) >= 5;
    console.log(`\nFive times as many by ${size}: ${isMet ? "met" : "not met"}.`);
  }
  await server.stop();
});
