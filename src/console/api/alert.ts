import type { AlertQuery } from "./operations.ts";

/** An alert with all that its screens show, as AlertDocument answers it. */
export type Alert = NonNullable<AlertQuery["alerts"]>[number];
