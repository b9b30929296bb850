import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mistypedSettings } from "@attestory/http/settings/mistyped-settings.ts";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "./config.ts";

const faultsOf = (environment: Record<string, string>) => {
  const read = readConfiguration(environment);
  return "faults" in read ? read.faults : [];
};

describe("a mistyped setting", () => {
  const production = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://example.com",
    SMTP_URL: "smtp://mail",
    MASTER_KEY: randomBytes(32).toString("base64"),
  };

  it("U12 is refused in production, and named by a warning elsewhere and beside other faults", () => {
    const line = "DATADIR is no setting; did you mean DATA_DIR?";
    expect(readConfiguration({ ...production, DATADIR: "/data" })).toEqual({ faults: [line] });
    expect(readConfiguration({ DATADIR: "/data" })).toMatchObject({ warnings: [line] });
    expect(faultsOf({ PORT: "http", DATADIR: "/data" })).toEqual([expect.stringMatching(/^PORT must be/), line]);
    expect(readConfiguration(production)).toMatchObject({ warnings: [] });
  });

  it("U12 is no setting that another process reads", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const rows = [...readme.matchAll(/^\| (`[A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \|/gm)];
    const names = rows.flatMap(([, cell = ""]) => cell.replaceAll("`", "").split(", "));
    expect(names).toEqual(expect.arrayContaining(["PORT", "BACKUP_S3_ENDPOINT", "VAULT"]));
    for (const name of names) {
      const others = names.filter((each) => each !== name);
      expect(mistypedSettings({ [name]: "x" }, others), name).toEqual([]);
    }
  });
});

it("U12 a refused setting says what was received, and gives an example", () => {
  const faults = faultsOf({ PORT: "http", TRUST_PROXY: "yes", NODE_ENV: "prod", MASTER_KEY: "short" });
  expect(faults).toEqual([
    'PORT must be a port number from 1 to 65535, such as 3000: received "http"',
    'NODE_ENV must be development, test or production: received "prod"',
    'TRUST_PROXY must be none, a number of proxies from 1 to 9, or a list of addresses and networks, such as 10.0.0.0/8: received "yes"',
    "MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32): received 5 characters",
  ]);
});
