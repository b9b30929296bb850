import type { Page } from "playwright-core";
import type { Cast } from "./cast.ts";

/** One screen of the app in one of its states. */
export interface Screen {
  /** Its title in a test, and the file name of its screenshot. */
  name: string;
  /** The visitor has the token of `juniper`. */
  signedIn?: true;
  /** Set if it exists only below 640 px, or only from 640 px on. */
  only?: "narrow" | "wide";
  /** Expected errors on the way to it, in the format of `Troubles`. */
  troubles?: readonly string[];
  /** Leads from an empty tab to the screen, which then stays until the user acts. */
  reach(page: Page, cast: Cast): Promise<void>;
}

/** An answer that replaces the service's own. */
export interface Given {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers this call in place of the service. */
export async function given(page: Page, path: string, { status = 200, headers = {}, body }: Given): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, headers, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

/** Leaves this call unanswered for as long as the tab is open. */
export async function unanswered(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, () => {});
}

/** Makes the service unavailable for this call. */
export async function outOfReach(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort("connectionrefused"));
}

/** The answer to a read while the projections are behind. */
export const behind: Given = {
  status: 503,
  body: { message: "This is not up to date yet. Please try again in a moment", code: "projection_lag" },
};
