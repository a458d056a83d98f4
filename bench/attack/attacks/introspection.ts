import { getIntrospectionQuery } from "postgraphile/graphql";
import type { Attack } from "../attack.ts";

const query = getIntrospectionQuery();

export default {
  what: "the whole schema, without a token, over 16 connections",
  clients: 16,
  next: () => ({ query }),
} satisfies Attack;
