const TABLES = ["app_public.audit_entries", "app_private.audit_chain"];

/** Statements that run with the audit log's triggers off, as its owner can switch them, who is no superuser. */
export const withoutTriggers = (sql: string): string =>
  [
    ...TABLES.map((table) => `alter table ${table} disable trigger user`),
    sql,
    ...TABLES.map((table) => `alter table ${table} enable trigger user`),
  ].join("; ");
