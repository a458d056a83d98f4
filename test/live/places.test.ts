import { expect, test } from "@jest/globals";
import type { Connection } from "../../src/http/websockets/connection.ts";
import { Places } from "../../src/http/websockets/places.ts";

/** Names connections, and notes in `ended` which were closed. */
function crowd(maxConnections: number) {
  const places = new Places(maxConnections);
  const ended: string[] = [];
  const all = new Map<string, Connection>();
  return {
    ended,
    enter(name: string, address: string) {
      const end = (code: number) => ended.push(`${name} ${code}`);
      const connection = { end } as unknown as Connection;
      all.set(name, connection);
      places.enter(connection, address);
    },
    recognize(name: string, userId?: number) {
      const connection = all.get(name) as Connection;
      if (userId !== undefined) connection.identity = { userId, sessionId: 1, isAdmin: false };
      places.recognize(connection);
    },
    leave: (name: string) => places.leave(all.get(name) as Connection),
  };
}

test("if an address has too many connections without a known user, the oldest of them is closed", () => {
  const { enter, leave, recognize, ended } = crowd(60);
  for (const name of ["a", "b", "c"]) enter(name, "192.0.2.1");
  enter("elsewhere", "192.0.2.2");
  // A client that says nothing of itself stays a stranger.
  recognize("a");
  leave("b");
  enter("d", "192.0.2.1");
  expect(ended).toEqual([]);
  enter("e", "192.0.2.1");
  expect(ended).toEqual(["a 1013"]);
  enter("f", "192.0.2.1");
  expect(ended).toEqual(["a 1013", "c 1013"]);
  // A connection leaves when it is closed.
  leave("a");
  enter("g", "192.0.2.1");
  expect(ended).toHaveLength(3);
});

test("any number of users connect from one address", () => {
  const { enter, recognize, ended } = crowd(1);
  for (let userId = 0; userId < 1000; userId += 1) {
    enter(`phone ${userId}`, "192.0.2.1");
    recognize(`phone ${userId}`, userId);
  }
  expect(ended).toEqual([]);
});

test("if a user has more than a hundred connections, the oldest is closed", () => {
  const { enter, recognize, ended } = crowd(1);
  for (let count = 0; count < 101; count += 1) {
    enter(`${count}`, `192.0.2.${count}`);
    recognize(`${count}`, 7);
    expect(ended).toEqual(count < 100 ? [] : ["0 1013"]);
  }
});
