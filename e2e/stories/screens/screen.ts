import type { Page } from "playwright-core";
import type { Cast } from "./cast.ts";

/** One screen of the app in one of its states. */
export interface Screen {
  /** Its title in a test, and its file name as a picture. */
  name: string;
  /** Whoever looks at it has the token of `juniper`. */
  signedIn?: true;
  /** Where it exists only below 640 px, or only from there on. */
  only?: "narrow" | "wide";
  /** What goes wrong on the way and belongs to it, in the words of `Troubles`. */
  troubles?: readonly string[];
  /** From an empty tab to the screen, which then stays until something is done. */
  reach(page: Page, cast: Cast): Promise<void>;
}

/** An answer in place of the service's own. */
export interface Given {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Lets the service not be asked, and this be its answer. */
export async function given(page: Page, path: string, { status = 200, headers = {}, body }: Given): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, headers, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

/** Lets no answer come to this call for as long as the tab is open. */
export async function unanswered(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, () => {});
}

/** Lets the service be out of reach for this call. */
export async function outOfReach(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort("connectionrefused"));
}

/** What a read is answered while the projections are behind. */
export const behind: Given = {
  status: 503,
  body: { message: "This is not up to date yet. Please try again in a moment", code: "projection_lag" },
};
