import { request } from "node:http";
import type { Attack } from "../attack.ts";

export default {
  what: "GET /readyz over 200 connections",
  clients: 200,
  attack: (url) =>
    new Promise((resolve, reject) => {
      const sent = request(new URL("/readyz", url), (answer) => {
        answer.resume().on("end", () => resolve(`${answer.statusCode}`));
      });
      sent.on("error", reject).end();
    }),
} satisfies Attack;
