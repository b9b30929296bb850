import { escapeHtml, hiddenForm, htmlPage } from "@attestory/http/routing/html-page.ts";
import type { Application } from "../applications/application-state.ts";
import type { LogoutRequest } from "./read-logout-request.ts";

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

const mistake = ({ fault }: LogoutRequest): string =>
  fault === null ? "" : paragraph("This request has a mistake, so you stay at Attestory afterwards.");

/** Its name and address are what its developer chose: shown to nobody who only followed a stranger's link. */
function wayBack(application: Application | null, look: "button" | "link"): string {
  if (!application?.homepageUrl) return "";
  const link = `href="${escapeHtml(application.homepageUrl)}">Go back to ${escapeHtml(application.name)}</a>`;
  return look === "button" ? `<a class="button" ${link}` : `<p><a ${link}</p>`;
}

const isProven = ({ hint, fault }: LogoutRequest): boolean => hint !== null && fault === null;

/** The account that is signed in, as its user knows it; null: it was erased. */
export interface SignedInAccount {
  username: string | null;
  email: string | null;
}

interface Question {
  request: LogoutRequest;
  account: SignedInAccount;
  /** The application named another user than the one who is signed in. */
  isOther: boolean;
  /** Sent with the confirmation. */
  fields: Readonly<Record<string, string>>;
  action: string;
}

/** Asks before it ends a session that the application did not name. */
export function askPage({ request, account, isOther, fields, action }: Question) {
  const { application, returnTo } = request;
  const main = [
    "<h1>Sign out?</h1>",
    paragraph(`You are signed in as ${account.username ?? "a user"}${account.email ? ` (${account.email})` : ""}.`),
    application ? paragraph(asking(application, isOther)) : "",
    mistake(request),
    paragraph(
      "This ends your session in this browser. Applications that you use may keep you signed in until you sign out there, too.",
    ),
    returnTo === null ? "" : paragraph(`Afterwards you go to ${new URL(returnTo).host}.`),
    hiddenForm(action, Object.entries(fields), '<button class="button">Sign out</button>'),
    isProven(request) ? wayBack(application, "link") : "",
    '<a href="/dashboard">Stay signed in</a>',
  ];
  return htmlPage({ title: "Sign out", main: main.join(""), script: null, form: true });
}

const asking = ({ name }: Application, isOther: boolean): string =>
  isOther
    ? `“${name}” asked to sign out a different account. Signing out here ends the session of the account above.`
    : `“${name}” asks to sign you out.`;

/** Says that nobody is signed in any more. */
export function signedOutPage(request: LogoutRequest, { justNow }: { justNow: boolean }) {
  const main = [
    "<h1>You are signed out</h1>",
    paragraph("You are signed out of Attestory."),
    mistake(request),
    justNow || isProven(request) ? wayBack(request.application, "button") : "",
    '<a href="/login">Sign in</a>',
  ];
  return htmlPage({ title: "Signed out", main: main.join(""), script: null, form: false });
}
