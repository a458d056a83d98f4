import type { IncomingHttpHeaders } from "node:http";
import jwt from "jsonwebtoken";
import pg from "pg";

const secret = process.env.JWT_SECRET as string;
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE ?? 10),
  options: "-c role=app_host -c jit=off",
  pipeline: true,
} as pg.PoolConfig);

export type Claims = [userId: string | null, sessionId: string | null];

/** Returns the claims of a request. Verifies the token as the host does, on each request. */
export function claimsOf(headers: IncomingHttpHeaders): Claims {
  const token = headers.authorization?.slice("Bearer ".length);
  if (!token) return [null, null];
  const { sub, sid } = jwt.verify(token, secret, {
    algorithms: ["HS256"],
    issuer: "location-alert-service",
    audience: "location-alert-service",
  }) as jwt.JwtPayload;
  return [String(sub), String(sid)];
}

const TAKE_ROLE = {
  name: "take-role",
  text: `select set_config('role', a.role, true), set_config('jwt.claims.user_id', a.user_id, true),
      set_config('jwt.claims.session_id', a.session_id::text, true)
    from app_private.authenticate($1, $2) a`,
};

/** Runs a statement under the role of the claims: begin, claims, statement and commit in one round trip. */
export async function queryAs(claims: Claims, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    const [, , result] = await Promise.all([
      client.query("begin"),
      client.query({ ...TAKE_ROLE, values: claims }),
      client.query(query),
      client.query("commit"),
    ]);
    return result;
  } finally {
    client.release();
  }
}

/** The statements, the same for both peers. */
export const SQL = {
  newPosition: {
    name: "new-position",
    text: `select id, user_id as "userId", floor(extract(epoch from created_at))::int as "createdAt",
      latitude, longitude, moving_activity as "movingActivity"
      from app_public.new_position(row($1, $2, $3, null, null, null)::app_public.position_input)`,
  },
  notifications: {
    name: "notifications",
    text: `select n.id, n.user_id as "userId", n.level, n.latitude, n.longitude,
      n.moving_activity as "movingActivity", n.seen,
      floor(extract(epoch from n.created_at))::int as "createdAt",
      json_build_object('id', a.id, 'text1', a.text1, 'text2', a.text2, 'text3', a.text3) as alert
      from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
      where n.user_id = app_public.current_user_id() order by n.id desc limit 20`,
  },
  positions: {
    name: "positions",
    text: `select id, user_id as "userId", floor(extract(epoch from created_at))::int as "createdAt",
      latitude, longitude, moving_activity as "movingActivity"
      from app_public.positions where app_public.require_admin() order by id desc limit 1000`,
  },
} as const;

// A position's id is a bigint, which `pg` returns as text.
pg.types.setTypeParser(20, Number);
