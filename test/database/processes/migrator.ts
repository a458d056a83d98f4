/**
 * Migrates a database, for a test that kills this process. Arguments: the connection string, the folder of migrations.
 */
import pg from "pg";
import { migrate } from "../../../src/database/run-migrations.ts";

const [connectionString = "", migrationsFolder] = process.argv.slice(2);
const ownerPool = new pg.Pool({ connectionString });
await migrate({ ownerPool }, console.error, migrationsFolder);
await ownerPool.end();
