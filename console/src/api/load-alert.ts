import type { AlertQuery } from "./operations.ts";

/** An alert with everything that its screens show, as AlertDocument returns it. */
export type Alert = NonNullable<AlertQuery["alerts"]>[number];
