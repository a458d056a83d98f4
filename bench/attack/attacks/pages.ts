import type { Attack } from "../attack.ts";

let user = 10_100;

export default {
  what: "lists of 1,000 alerts with areas of many users over 500 connections",
  clients: 500,
  next() {
    user = user < 10_900 ? user + 1 : 10_100;
    return { query: "{ alerts(limit: 1000) { id area areaLevel2 areaLevel3 } }", userId: user };
  },
} satisfies Attack;
