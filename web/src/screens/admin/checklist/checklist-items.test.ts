import { expect, it } from "vitest";
import { type ChecklistFacts, checklistItems } from "./checklist-items.ts";

const server = { host: "mail.example.com", port: 587, security: "starttls", signsIn: true } as const;
const taken = {
  at: "2026-01-05T03:36:04.120Z",
  file: "attestory-20260105T033600Z.sql",
  position: "9",
  bytes: 4000,
  events: 9,
  keys: 3,
  isEncrypted: false,
  ms: 20,
};
const fresh: ChecklistFacts = {
  mail: { server: null },
  hasMailTestFailed: false,
  issuer: "http://localhost:3000",
  hasSecondFactor: false,
  policy: { setAt: null },
  applications: 0,
  backups: { taken: null, exportedAt: null },
};
const ready: ChecklistFacts = {
  mail: { server },
  hasMailTestFailed: false,
  issuer: "https://accounts.example.com",
  hasSecondFactor: true,
  policy: { setAt: taken.at },
  applications: 1,
  backups: { taken, exportedAt: null },
};
const open = (facts: ChecklistFacts) =>
  checklistItems(facts)
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);
const lineOf = (name: string, facts: ChecklistFacts) => checklistItems(facts).find((item) => item.name === name)?.line;

it("U19 counts each item as done by what the service is, and by nothing else", () => {
  const all = ["Mail", "Address", "Your second factor", "Who may join", "First application", "Backup"];
  expect(open(fresh)).toEqual(all);
  expect(open(ready)).toEqual([]);
  const one: Partial<ChecklistFacts>[] = [
    { mail: ready.mail },
    { issuer: ready.issuer },
    { hasSecondFactor: true },
    { policy: ready.policy },
    { applications: 1 },
    { backups: ready.backups },
  ];
  one.forEach((facts, at) => {
    expect(open({ ...fresh, ...facts })).toEqual(all.toSpliced(at, 1));
  });
  expect(open({ ...ready, backups: { taken: null, exportedAt: taken.at } })).toEqual([]);
});

it("U19 leaves mail open while the last known test email failed", () => {
  expect(open({ ...ready, hasMailTestFailed: true })).toEqual(["Mail"]);
});

it.each(["http://localhost:3000", "https://localhost", "http://127.0.0.1:3000", "http://[::1]:3000"])(
  "U19 says of %s that only this machine reaches it",
  (issuer) => {
    expect(open({ ...ready, issuer })).toEqual(["Address"]);
    expect(lineOf("Address", { ...ready, issuer })).toContain(`Only this machine reaches ${issuer}.`);
  },
);

it("U19 wants an address with https", () => {
  const issuer = "http://accounts.example.com";
  expect(open({ ...ready, issuer })).toEqual(["Address"]);
  expect(lineOf("Address", { ...ready, issuer })).toContain("https");
});
