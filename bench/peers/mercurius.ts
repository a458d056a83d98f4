import fastify from "fastify";
import mercurius, { type MercuriusContext } from "mercurius";
import { type Claims, claimsOf, queryAs, SQL } from "./claims.ts";

/** A good hand-written GraphQL server: Fastify and Mercurius with JIT. */

const schema = `
  enum MovingActivity { IN_VEHICLE ON_BICYCLE ON_FOOT RUNNING STILL TILTING UNKNOWN WALKING }
  enum LevelAlert { ONE TWO THREE }
  scalar Int64
  type Position {
    id: Int64! userId: Int! createdAt: Int64! latitude: Float! longitude: Float!
    movingActivity: MovingActivity!
  }
  type Alert { id: Int! text1: String! text2: String! text3: String! }
  type Notification {
    id: Int! alert: Alert! userId: Int! latitude: Float! longitude: Float!
    movingActivity: MovingActivity! level: LevelAlert! seen: Boolean! createdAt: Int64!
  }
  input PositionInput { latitude: Float! longitude: Float! movingActivity: MovingActivity! }
  type Query {
    apiVersion: String!
    notifications(limit: Int64): [Notification!]
    positions(limit: Int64): [Position!]
  }
  type Mutation { newPosition(input: PositionInput!): Position }
`;

declare module "mercurius" {
  interface MercuriusContext {
    claims: Claims;
  }
}

const resolvers = {
  Query: {
    apiVersion: () => "1.0",
    notifications: async (_: unknown, __: unknown, { claims }: MercuriusContext) =>
      (await queryAs(claims, SQL.notifications)).rows,
    positions: async (_: unknown, __: unknown, { claims }: MercuriusContext) =>
      (await queryAs(claims, SQL.positions)).rows,
  },
  Mutation: {
    newPosition: async (
      _: unknown,
      { input }: { input: { latitude: number; longitude: number; movingActivity: string } },
      { claims }: MercuriusContext,
    ) => {
      const values = [input.latitude, input.longitude, input.movingActivity];
      return (await queryAs(claims, { ...SQL.newPosition, values })).rows[0];
    },
  },
};

const app = fastify();
app.register(mercurius, {
  schema,
  resolvers,
  jit: 1,
  context: (request) => ({ claims: claimsOf(request.headers) }),
});
await app.listen({ port: Number(process.env.PORT) });
