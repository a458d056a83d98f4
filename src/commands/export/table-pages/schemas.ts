/** Our schemas, in the order of the pages. */
export const SCHEMAS = ["app_public", "app_private", "analytics"];
