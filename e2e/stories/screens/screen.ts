import type { Page } from "playwright-core";
import type { Given } from "./answers.ts";
import type { Cast } from "./cast.ts";

/** One screen of the app in one of its states. */
export interface Screen {
  /** Its title in a test, and the file name of its screenshot. */
  name: string;
  /** The visitor has the token of `juniper`. */
  signedIn?: true;
  /** Set if it exists only below 640 px, or only from 640 px on. */
  only?: "narrow" | "wide";
  /** It changes what belongs to the page and not to the app, or depends on it: the app is loaded before it and after it. */
  alone?: true;
  /** Expected errors on the way to it, in the format of `Troubles`. */
  troubles?: readonly string[];
  /** In place of `troubles` where a translator works on the page. */
  translatedTroubles?: readonly string[];
  /** Leads from an empty tab to the screen, which then stays until the user acts. */
  reach(page: Page, cast: Cast): Promise<void>;
}

/** The answer to a read while the projections are behind. */
export const behind: Given = {
  status: 503,
  body: { message: "This is not up to date yet. Please try again in a moment", code: "projection_lag" },
};
