import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "./config.ts";

const faultsOf = (environment: Record<string, string>) => {
  const read = readConfiguration(environment);
  return "faults" in read ? read.faults : [];
};
const settingsOf = (environment: Record<string, string>) => {
  const read = readConfiguration(environment);
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  return read.settings;
};

const seconds = [" ", "0", "-1", "1.5", "1e3", "0x10", "an hour", "60s", "34560001", "99999999999999999999"];
const ports = [" ", "0", "-1", "1.5", "1e3", "0x50", "http", "65536", "3000 ", "99999999999999999999"];
const notSqlite = ["SQLite", "memory", "mongodb://localhost", "esdb://localhost", " "];

/** The invalid values of each variable. */
const invalid: Record<string, string[]> = {
  PORT: ports,
  METRICS_PORT: ["none", ...ports, "3000"],
  CONTACT_EMAIL: ["pro", "pro@", "@example.com"],
  HOST: [" ", "two words", "http://localhost", "[::1]", "localhost:3000", "-", "a/b"],
  PUBLIC_URL: [
    "example.com",
    "http:example.com",
    "https://",
    "https:///",
    "ftp://example.com",
    "javascript:alert(1)",
    "https://example.com/app",
    "https://example.com?",
    "https://example.com/?a=1",
    "https://example.com#a",
    "https://ada@example.com",
    "https://:secret@example.com",
    "https://*.example.com",
    "https://a b.example",
    " ",
    "https://example.com\\",
    "https://exa\tmple.com",
    "https://example.com:99999",
    "https://[::1",
    "//example.com",
  ],
  DATA_DIR: [" ", "\t"],
  EVENT_LOG: notSqlite,
  READ_STORE: notSqlite,
  VAULT: notSqlite,
  JOBS: ["redis://localhost", "none", "In-Process", " "],
  MASTER_KEY: [
    "short",
    " ",
    "A".repeat(43),
    "A".repeat(44),
    `${"A".repeat(42)}B=`,
    `${"A".repeat(43)}==`,
    "ab".repeat(32),
    `${"-".repeat(43)}=`,
    `${"A".repeat(86)}==`,
  ],
  NODE_ENV: ["prod", "Production", "production ", "staging", "true"],
  LOG_FORMAT: ["JSON", "pretty", " "],
  LOG_LEVEL: ["trace", "INFO", "verbose", "0"],
  TRUST_PROXY: [
    "true",
    "-1",
    "0",
    "1.5",
    "10",
    "99",
    "100",
    "all",
    "*",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.1,",
    ",",
    "::1/129",
    " ",
  ],
  RATE_LIMITS: ["true", "Off", "none", " "],
  INVITATIONS_PER_DAY: ["0", "1001", "-1", "1.5", "many", " "],
  WORKERS: ["0", "-1", "1.5", "65", "many", "AUTO", " "],
  BUILD_DOCUMENTS: ["0", "999", "1.5", "many", "100000000", " "],
  CHECKPOINT_EVENTS: ["0", "1.5", "many", "1000001"],
  CHECKPOINT_SECONDS: ["0", "90000", "1m"],
  CHECKPOINT_FILE: [" "],
  CHECKPOINT_WEBHOOK: ["witness.example.com", "ftp://witness.example.com"],
  SIGNING_KEY_DAYS: ["-1", "1.5", "never", "10000", " "],
  ENUMERATION_PROTECTION: ["off", "Strict", "true", " "],
  SESSION_IDLE_SECONDS: seconds,
  SESSION_ABSOLUTE_SECONDS: seconds,
  STEP_UP_SECONDS: seconds,
  SMTP_URL: ["mail.example.com", "http://mail.example.com", "smtp:mail", "smtp://", "smtp:///x", "smtps://:465", " "],
  OUTBOUND_ALLOW_PRIVATE: ["off", "true"],
  DEV_INBOX: ["off", "true", "On", " "],
  FIRST_ADMIN_EMAIL: ["admin", "a@", "a@example.com,b@example.com", " "],
  REQUIRE_ADMIN_2FA: ["true", "On", "none", " "],
  MAIL_FROM: ["attestory", "a@", "a@b", "Ada <ada@example.com>", "a@example.com,b@example.com", " "],
};

describe("a configuration", () => {
  it.each(Object.entries(invalid))("D6 SC-06 is refused by the name of the variable: %s", (name, values) => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value });
      expect(
        faults.map((fault) => fault.split(" ")[0]),
        JSON.stringify(value),
      ).toEqual([name]);
      expect(faults[0]).toMatch(/^[A-Z0-9_]+ (must be|must differ|is required) ?/);
    }
  });

  it("SC-06 is refused for all of its faults at once, also for those of production only", () => {
    const one = Object.entries(invalid).map(([name, [value = ""]]) => [name, value]);
    const names = (faults: string[]) => faults.map((fault) => fault.split(" ")[0]).toSorted();
    expect(names(faultsOf(Object.fromEntries(one)))).toEqual(Object.keys(invalid).toSorted());
    expect(names(faultsOf({ NODE_ENV: "production", PORT: "x", MASTER_KEY: "" }))).toEqual([
      "MASTER_KEY",
      "PORT",
      "PUBLIC_URL",
      "SMTP_URL",
    ]);
  });

  it("SC-06 is refused in production with a plain http URL, except for localhost", () => {
    const production = {
      NODE_ENV: "production",
      SMTP_URL: "smtp://mail",
      MAIL_FROM: "id@example.com",
      MASTER_KEY: randomBytes(32).toString("base64"),
    };
    for (const url of ["http://example.com", "HTTP://EXAMPLE.COM", "http://10.0.0.1", "http://localhost.example.com"]) {
      expect(faultsOf({ ...production, PUBLIC_URL: url })).toEqual([
        expect.stringMatching(/^PUBLIC_URL must be https/),
      ]);
    }
    for (const url of ["https://example.com", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"]) {
      expect(faultsOf({ ...production, PUBLIC_URL: url })).toEqual([]);
    }
  });

  it("SC-06 turns rate limits off on request, and never in production", () => {
    const production = {
      NODE_ENV: "production",
      PUBLIC_URL: "https://example.com",
      SMTP_URL: "smtp://mail",
      MASTER_KEY: randomBytes(32).toString("base64"),
    };
    expect(settingsOf(production).command.rateLimits).toBe(true);
    expect(settingsOf({ RATE_LIMITS: "off" }).command.rateLimits).toBe(false);
    expect(faultsOf({ ...production, RATE_LIMITS: "off" })).toEqual([expect.stringMatching(/^RATE_LIMITS must be on/)]);
  });

  it("is refused without repeating a secret value", () => {
    const secret = "c2VjcmV0IHNlY3JldCBzZWNyZXQ";
    const faults = faultsOf({ MASTER_KEY: secret, SMTP_URL: `http://me:${secret}@mail.example.com` });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain(secret);
  });

  it("treats an empty variable as absent", () => {
    const empty = Object.fromEntries(Object.keys(invalid).map((name) => [name, ""]));
    expect(settingsOf(empty)).toEqual(settingsOf({}));
    expect(settingsOf({})).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000" });
  });

  it("accepts valid values, and normalises the public URL to an origin", () => {
    const right = {
      PORT: "8080",
      HOST: "::",
      METRICS_PORT: "9090",
      TRUST_PROXY: "10.0.0.0/8, ::1",
      SMTP_URL: "smtps://mail:465",
      MAIL_FROM: "attestory@example.com",
      SESSION_IDLE_SECONDS: "60",
      PUBLIC_URL: "HTTPS://Login.Example.com:443/",
    };
    expect(settingsOf(right)).toMatchObject({
      port: 8080,
      host: "::",
      metricsPort: 9090,
      trustProxy: ["10.0.0.0/8", "::1"],
      publicUrl: "https://login.example.com",
      command: { sessionTimes: { idleSeconds: 60 }, smtp: { url: "smtps://mail:465", from: "attestory@example.com" } },
    });
  });
});

it.each(["DATA_DIR", "PUBLIC_URL", "MASTER_KEY", "SMTP_URL", "LOG_LEVEL", "BACKUP_DIR"])(
  "FA-07 is refused with a carriage return in %s, whose value is not shown",
  (name) => {
    const why = 'must be without white space at its end: received "\\r" there';
    expect(faultsOf({ [name]: "some value\r" })).toContain(`${name} ${why}`);
    // A variable of other programs may hold anything.
    expect(faultsOf({ [`OTHER_${name}`]: "some value\r" })).toEqual([]);
  },
);
