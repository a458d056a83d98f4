import { describe, expect, test } from "@jest/globals";
import { ConfigError, readConfig } from "../src/config.ts";

const NATIVE = {
  DATABASE_URL: "postgres://localhost/las",
  JWT_SECRET: "a secret of thirty-two characters.",
};

test("serves the embedded database on port 4000 where nothing is set", () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    databaseUrl: undefined,
    hostDatabaseUrl: undefined,
    dataDir: "./data",
    jwtSecret: undefined,
    tokenLifetime: 172_800,
    adminEmail: undefined,
    adminPassword: undefined,
    allowedOrigins: "*",
    poolSize: 10,
    runsJobs: true,
    isProduction: false,
  });
});

test("reads every variable", () => {
  const config = readConfig({
    PORT: "8080",
    DATABASE_URL: "postgresql://owner@db/las",
    HOST_DATABASE_URL: "postgres://host@db/las",
    DATA_DIR: "/var/lib/las",
    JWT_SECRET: NATIVE.JWT_SECRET,
    TOKEN_LIFETIME: "3600",
    ADMIN_EMAIL: "ada@example.org",
    ADMIN_PASSWORD: " kept as it is ",
    ALLOWED_ORIGINS: "https://a.example.org, https://b.example.org https://c.example.org",
    POOL_SIZE: "3",
    JOBS: "false",
    NODE_ENV: "production",
  });
  expect(config).toEqual({
    port: 8080,
    databaseUrl: "postgresql://owner@db/las",
    hostDatabaseUrl: "postgres://host@db/las",
    dataDir: "/var/lib/las",
    jwtSecret: NATIVE.JWT_SECRET,
    tokenLifetime: 3600,
    adminEmail: "ada@example.org",
    adminPassword: " kept as it is ",
    allowedOrigins: ["https://a.example.org", "https://b.example.org", "https://c.example.org"],
    poolSize: 3,
    runsJobs: false,
    isProduction: true,
  });
});

test("takes an empty variable for one that is not set", () => {
  const names = [
    "PORT",
    "DATABASE_URL",
    "HOST_DATABASE_URL",
    "DATA_DIR",
    "JWT_SECRET",
    "TOKEN_LIFETIME",
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "ALLOWED_ORIGINS",
    "POOL_SIZE",
    "JOBS",
    "NODE_ENV",
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
});

test("takes any free port for 0", () => {
  expect(readConfig({ PORT: "0" }).port).toBe(0);
});

describe("names the variable, and what it takes, in the error for", () => {
  test.each([
    ["PORT", "65536", "a whole number from 0 to 65535"],
    ["PORT", "-1", "a whole number from 0 to 65535"],
    ["PORT", "4000.5", "a whole number from 0 to 65535"],
    ["PORT", "http", "a whole number from 0 to 65535"],
    ["TOKEN_LIFETIME", "0", "a whole number from 1 to 31536000"],
    ["TOKEN_LIFETIME", "2d", "a whole number from 1 to 31536000"],
    ["POOL_SIZE", "0", "a whole number from 1 to 1000"],
    ["JOBS", "yes", "true or false"],
    ["DATABASE_URL", "mysql://localhost/las", "postgres://"],
    ["HOST_DATABASE_URL", "localhost", "postgres://"],
  ])("%s=%s", (name, value, takes) => {
    const read = () => readConfig({ ...NATIVE, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must `));
    expect(read).toThrow(takes);
  });

  test("JWT_SECRET, which a database of one's own needs", () => {
    const read = () => readConfig({ DATABASE_URL: NATIVE.DATABASE_URL });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^JWT_SECRET must be set/);
  });

  test("a password in a connection string, which it does not repeat", () => {
    expect(() => readConfig({ ...NATIVE, DATABASE_URL: "mysql://me:hidden@db/las" })).not.toThrow(
      /hidden/,
    );
  });
});
