import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "./config.ts";
import { containerSettings } from "./container-settings.ts";

/** What the start says of a container with this environment. */
const started = (given: Record<string, string>) => {
  const { isTrial, environment } = containerSettings(given);
  const read = readConfiguration({ HOST: "0.0.0.0", ...given, ...environment });
  const settings = "faults" in read ? null : read.settings;
  return {
    isTrial,
    production: settings?.production,
    openInbox: settings?.command.devInboxForEveryone,
    faults: "faults" in read ? read.faults.map((fault) => fault.split(" ", 1)[0]).sort() : [],
  };
};

const trial = { isTrial: true, production: false, openInbox: true, faults: [] };
const refused = (...faults: string[]) => ({ isTrial: false, production: undefined, openInbox: undefined, faults });
const PUBLIC_URL = "https://accounts.example.org";
const MASTER_KEY = randomBytes(32).toString("base64");
const SMTP_URL = "smtp://user:password@mail.example.org:587";

describe("U20 a container", () => {
  it.each([{}, { PUBLIC_URL: "" }, { PUBLIC_URL: "http://localhost:8080" }, { NODE_ENV: "development" }])(
    "is for trying out where only this machine can use it: %j",
    (given) => expect(started(given)).toEqual(trial),
  );

  it("shows no email in the dev inbox where a mail server is set", () => {
    expect(started({ SMTP_URL })).toEqual({ ...trial, openInbox: false });
  });

  it.each([
    [{ PUBLIC_URL }, ["MASTER_KEY", "SMTP_URL"]],
    [{ PUBLIC_URL: "accounts.example.org" }, ["MASTER_KEY", "PUBLIC_URL", "SMTP_URL"]],
    [{ PUBLIC_URL, SMTP_URL }, ["MASTER_KEY"]],
    [{ PUBLIC_URL, SMTP_URL, MASTER_KEY, DEV_INBOX: "on" }, ["DEV_INBOX"]],
    [{ NODE_ENV: "production" }, ["MASTER_KEY", "PUBLIC_URL", "SMTP_URL"]],
    [{ NODE_ENV: "development", PUBLIC_URL }, ["SMTP_URL"]],
  ])("refuses to start without what its address needs: %j", (given, faults) => {
    expect(started(given)).toEqual(refused(...faults));
  });

  it("is in production with another machine's address", () => {
    const production = { isTrial: false, production: true, openInbox: false, faults: [] };
    expect(started({ PUBLIC_URL, SMTP_URL, MASTER_KEY })).toEqual(production);
  });
});
