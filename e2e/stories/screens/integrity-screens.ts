import { generateKeyPairSync } from "node:crypto";
import { signCheckpoint } from "@attestory/event-store/notary/checkpoint.ts";
import { InclusionProver } from "@attestory/event-store/notary/inclusion-proof.ts";
import { leafHash, MerkleTree } from "@attestory/event-store/notary/merkle-tree.ts";
import { verifierKey } from "@attestory/event-store/notary/signed-note.ts";
import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/integrity";
const proofPath = `${path}/proof`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A log of 1,234 events, of which `admins@1` is the 1,000th. The browser checks its proof as it checks every other. */
const key = { name: "attestory/3f0c6d5e9a41b287", key: generateKeyPairSync("ed25519").privateKey };
const bytes = JSON.stringify(["admins", 1, "6a1f", "AdminAdded", 1, 1_772_366_400_000, null, "{}", "{}", null]);
const prover = new InclusionProver(new MerkleTree());
for (let at = 0; at < 1234; at++) {
  if (at === 999) prover.appendProved(leafHash(bytes));
  else prover.append(leafHash(`event ${at}`));
}
const proven = prover.finish();
if (!proven) throw new Error("no proof");
const { index, size, path: siblings } = proven.proof;
const note = signCheckpoint({ size, root: proven.root }, key);
const proof = {
  event: "admins@1",
  bytes,
  index,
  size,
  path: siblings.map((hash) => hash.toString("base64")),
  checkpoint: note,
  signedAt: hoursAgo(1),
  verifierKey: verifierKey(key),
};

const checkpoint = { size, signedAt: hoursAgo(1), note };
const verified = { outcome: "verified", at: hoursAgo(3), events: 1201, checkpoints: 41, covered: 1187 };
const refuted = {
  outcome: "refuted",
  at: hoursAgo(3),
  events: 977,
  reason: "the checkpoint of 1,003 events has another root than the events",
};
const integrity = { verifierKey: proof.verifierKey, checkpoint, verification: verified };

async function enterWith(page: Page, answer: object, shown: string): Promise<void> {
  await asAdmin(page);
  await given(page, path, { body: answer });
  await enter(page, "/admin/integrity");
  await page.getByText(shown).waitFor();
}

async function prove(page: Page, event = "admins@1"): Promise<void> {
  await page.getByLabel("Event", { exact: true }).fill(event);
  await page.getByRole("button", { name: "Get proof" }).click();
}

/** Whether the log is what was signed, as admins see it. */
export const integrityScreens: readonly Screen[] = [
  {
    name: "admin-integrity",
    signedIn: true,
    reach: (page) => enterWith(page, integrity, "Verified up to event 1,187"),
  },
  {
    name: "admin-integrity-refuted",
    signedIn: true,
    reach: (page) => enterWith(page, { ...integrity, verification: refuted }, "The log is not what was signed"),
  },
  {
    name: "admin-integrity-empty",
    signedIn: true,
    reach: (page) => enterWith(page, { ...integrity, checkpoint: null, verification: null }, "No checkpoint yet"),
  },
  {
    name: "admin-integrity-proven",
    signedIn: true,
    async reach(page) {
      await enterWith(page, integrity, "Verified up to event");
      await given(page, `${proofPath}?**`, { body: proof });
      await prove(page);
      await page.getByText("The event is number 1,000 of 1,234").waitFor();
    },
  },
  {
    name: "admin-integrity-linked",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, path, { body: integrity });
      await enter(page, "/admin/integrity?event=admins%401");
      await page.locator("input[value='admins@1']").waitFor();
    },
  },
  {
    name: "admin-integrity-wrong-proof",
    signedIn: true,
    async reach(page) {
      await enterWith(page, integrity, "Verified up to event");
      await given(page, `${proofPath}?**`, { body: { ...proof, index: 998 } });
      await prove(page);
      await page.getByText("The proof is wrong").waitFor();
    },
  },
  {
    name: "admin-integrity-no-proof",
    signedIn: true,
    troubles: [`answer 409: GET ${proofPath}`],
    async reach(page) {
      await enterWith(page, integrity, "Verified up to event");
      const message = "No checkpoint covers this event yet. Try again in a minute.";
      await given(page, `${proofPath}?**`, { status: 409, body: { message, code: "not_covered_yet" } });
      await prove(page);
      await page.getByText(message).waitFor();
    },
  },
  {
    name: "admin-integrity-no-event",
    signedIn: true,
    async reach(page) {
      await enterWith(page, integrity, "Verified up to event");
      await prove(page, "admins");
      await page.getByText("Use the stream and the version of an event").waitFor();
    },
  },
  {
    name: "admin-integrity-altered",
    signedIn: true,
    troubles: [`answer 409: GET ${path}`],
    async reach(page) {
      const message = "The log is not what was signed. Run attestory verify to see since when.";
      await asAdmin(page);
      await given(page, path, { status: 409, body: { message, code: "log_altered" } });
      await enter(page, "/admin/integrity");
      await page.getByText(message).waitFor();
    },
  },
  {
    name: "admin-integrity-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, path);
      await enter(page, "/admin/integrity");
      await page.getByRole("status", { name: "Loading the proof of the log" }).waitFor();
    },
  },
  {
    name: "admin-integrity-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${path}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, path, behind);
      await enter(page, "/admin/integrity");
      await page.getByText("The proof of the log could not be loaded").waitFor();
    },
  },
];
