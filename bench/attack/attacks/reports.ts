import type { Attack } from "../attack.ts";

let user = 10_100;

export default {
  what: "reports of many users over 500 connections",
  clients: 500,
  next() {
    user = user < 10_900 ? user + 1 : 10_100;
    return {
      query: "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      variables: {
        input: {
          latitude: 44 + Math.random(),
          longitude: 8 + Math.random(),
          movingActivity: "STILL",
        },
      },
      userId: user,
    };
  },
} satisfies Attack;
