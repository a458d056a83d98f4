import type { Attack } from "../attack.ts";

const input = Array.from({ length: 1000 }, () => ({
  latitude: 44 + Math.random(),
  longitude: 8 + Math.random(),
  movingActivity: "STILL",
}));

export default {
  what: "a user's batches of 1,000 positions over 8 connections",
  clients: 8,
  next: () => ({
    query: "mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }",
    variables: { input },
    userId: 10_500,
  }),
} satisfies Attack;
