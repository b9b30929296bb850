import type { Page } from "playwright-core";
import { sampleKeys } from "../../http/application-keys.ts";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import type { Cast } from "./cast.ts";
import { applicationsPath, notes, openPortal } from "./developer-samples.ts";
import { behind, type Screen } from "./screen.ts";

const signing = {
  ...notes,
  requirePkce: false,
  jwks: sampleKeys,
  redirectUris: ["https://notes.example.com/callback"],
};
const strict = {
  ...signing,
  requirePkce: true,
  requirePushedRequests: true,
  requireDpop: true,
  tokenEndpointAuthMethod: "private_key_jwt",
  clientSecret: null,
  idTokenAlgorithm: "ES256",
  allowFrameSignIn: false,
};
const requests = `${applicationsPath}/${notes.id}/requests?limit=1`;
const theSwitch = "As strict as FAPI 2.0";

const show = (page: Page) => page.getByRole("button", { name: `Security profile of ${notes.name}` }).click();

async function open(page: Page, cast: Cast, portal: Parameters<typeof openPortal>[2]) {
  await openPortal(page, cast, portal);
  await show(page);
  await page.getByRole("list", { name: "Protections" }).waitFor();
}

async function openChanges(page: Page, cast: Cast) {
  await open(page, cast, { applications: [signing] });
  await page.getByRole("switch", { name: theSwitch }).click();
  await page.getByRole("list", { name: "Changes" }).waitFor();
}

/** The security profile of an application. */
export const securityScreens: readonly Screen[] = [
  {
    name: "security-profile",
    signedIn: true,
    reach: (page, cast) => open(page, cast, { applications: [signing] }),
  },
  {
    name: "security-loading",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [notes] });
      await unanswered(page, requests);
      await show(page);
      await page.getByRole("status", { name: "Loading what the last sign-ins used" }).waitFor();
    },
  },
  {
    name: "security-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${applicationsPath}/${notes.id}/requests`],
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [notes] });
      await given(page, requests, behind);
      await show(page);
      await page.getByText("What the last sign-ins used could not be loaded").waitFor();
    },
  },
  {
    name: "security-missing",
    signedIn: true,
    async reach(page, cast) {
      const signIns = { count: 0, withPkce: 0, pushed: 0 };
      const redirectUris = [...notes.redirectUris, "http://localhost:8400/a/rather/long/path/that/must/wrap/somewhere"];
      await open(page, cast, { applications: [{ ...notes, redirectUris }], signIns });
      await page.getByRole("switch", { name: theSwitch }).click();
      await page.getByText("Enter a public key of the application.").waitFor();
    },
  },
  { name: "security-changes", signedIn: true, reach: openChanges },
  {
    name: "security-refused",
    signedIn: true,
    troubles: [`no answer: PUT ${applicationsPath}/${notes.id}`],
    async reach(page, cast) {
      await openChanges(page, cast);
      await outOfReach(page, `${applicationsPath}/${notes.id}`);
      await page.getByRole("button", { name: "Require all of it" }).click();
      await toast(page, "Update failed").waitFor();
    },
  },
  {
    name: "security-strict",
    signedIn: true,
    async reach(page, cast) {
      await open(page, cast, { applications: [strict] });
      await page.getByRole("switch", { name: theSwitch, checked: true }).click();
      await page.getByText("Nothing was changed").waitFor();
    },
  },
];
