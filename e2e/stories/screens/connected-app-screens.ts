import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const apps = "/api/user/connected-apps";

const notes = {
  id: "0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e",
  name: "Sample Notes",
  logoUrl: null,
  homepageUrl: "https://notes.example.com",
  clientHost: null,
  scopes: ["openid", "profile", "email"],
  apis: [],
  trusted: false,
  status: "connected",
  grantedAt: "2026-09-01T10:00:00.000Z",
  lastAccess: "2026-11-20T14:02:00.000Z",
};
const wiki = {
  id: "1b5d3c4f-6e2a-4d7b-9c8f-0a1e2d3c4b5f",
  name: "Example Wiki",
  logoUrl: null,
  homepageUrl: null,
  clientHost: null,
  scopes: ["openid", "email", "wiki:write"],
  apis: [
    {
      name: "Sample Notes",
      resource: "https://api.notes.example.com",
      scopes: [
        { name: "notes:read", description: "Read your notes" },
        { name: "notes:write", description: "Change your notes" },
      ],
    },
  ],
  trusted: false,
  status: "connected",
  grantedAt: "2026-09-01T10:00:00.000Z",
  lastAccess: "2026-11-01T09:00:00.000Z",
};
const intranet = {
  id: "2c6e4d5a-7f3b-4e8c-ad9a-1b2f3e4d5c6a",
  name: "Sample Intranet",
  logoUrl: null,
  homepageUrl: null,
  clientHost: null,
  scopes: ["openid", "profile"],
  apis: [],
  trusted: true,
  status: "connected",
  grantedAt: "2026-09-01T10:00:00.000Z",
  lastAccess: "2026-10-28T08:30:00.000Z",
};
const boards = {
  ...wiki,
  clientHost: "boards.example:8443",
  id: "3d7f5e6b-8a4c-4f9d-be0b-2c3a4f5e6d7b",
  name: "Example Boards",
  scopes: ["openid", "email"],
  status: "ended",
  lastAccess: "2026-10-12T17:45:00.000Z",
};
const nextPage = `${apps}?limit=50&cursor=WyIiLCIiXQ`;

async function listed(page: Page) {
  await given(page, apps, { body: [notes, wiki, intranet, boards], headers: { Link: `<${nextPage}>; rel="next"` } });
  await enter(page, "/dashboard");
  await page.getByText("Example Wiki").waitFor();
}

/** The question that this button of the list opens. */
async function asked(page: Page, name: string) {
  await listed(page);
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").waitFor();
}

const revoking = (page: Page) => asked(page, "Revoke the access of Sample Notes");

/** The applications that may use the account, on the dashboard. */
export const connectedAppScreens: readonly Screen[] = [
  { name: "connected-apps", signedIn: true, reach: listed },
  {
    name: "connected-apps-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, apps);
      await enter(page, "/dashboard");
      await page.getByRole("status", { name: "Loading your connected applications" }).waitFor();
    },
  },
  {
    name: "connected-apps-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${apps}`],
    async reach(page) {
      await given(page, apps, behind);
      await enter(page, "/dashboard");
      await page.getByText("Your connected applications could not be loaded").waitFor();
    },
  },
  { name: "connected-apps-revoke", signedIn: true, reach: revoking },
  {
    name: "connected-apps-revoke-trusted",
    signedIn: true,
    reach: (page) => asked(page, "Revoke the access of Sample Intranet"),
  },
  {
    name: "connected-apps-remove-ended",
    signedIn: true,
    reach: (page) => asked(page, "Remove Example Boards from the list"),
  },
  {
    name: "connected-apps-more-failed",
    signedIn: true,
    troubles: [`answer 503: GET ${apps}`],
    async reach(page) {
      await listed(page);
      await given(page, nextPage, behind);
      await page.getByRole("button", { name: "Load more connected applications" }).click();
      await page.getByText("The next connected applications could not be loaded").waitFor();
    },
  },
  {
    name: "connected-apps-revoke-failed",
    signedIn: true,
    troubles: [`no answer: DELETE ${apps}`],
    async reach(page) {
      await outOfReach(page, `${apps}/*`);
      await revoking(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await toast(page, "Revoke failed").waitFor();
    },
  },
];
