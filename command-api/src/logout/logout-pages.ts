import { escapeHtml, htmlPage } from "@attestory/http/routing/html-page.ts";
import type { Application } from "../applications/application-state.ts";
import type { LogoutFault, LogoutRequest } from "./read-logout-request.ts";

/** What the user is told of a fault that is the application's. */
const sentences: Readonly<Record<LogoutFault, string>> = {
  repeated: "The application that sent you here made a mistake, so you will stay here afterwards.",
  "bad-hint":
    "The application that sent you here could not show who is to be signed out, so you will stay here afterwards.",
  "unknown-client": "The application that sent you here is not active any more, so you will stay here afterwards.",
  "another-client": "The application that sent you here made a mistake, so you will stay here afterwards.",
  "no-client": "The application that sent you here did not say which one it is, so you will stay here afterwards.",
  unregistered:
    "The application wants you to go on to an address that is not one of its own, so you will stay here afterwards.",
};

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

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
export function askPage({ request: { application, fault }, account, isOther, fields, action }: Question) {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const main = [
    "<h1>Sign out?</h1>",
    paragraph(`You are signed in as ${account.username ?? "a user"}${account.email ? ` (${account.email})` : ""}.`),
    application ? paragraph(asking(application, isOther)) : "",
    fault ? paragraph(sentences[fault]) : "",
    paragraph(
      "This ends your session in this browser. Applications that you use may keep you signed in until you sign out there, too.",
    ),
    `<form method="post" action="${escapeHtml(action)}">${inputs.join("")}<p><button>Sign out</button></p></form>`,
    '<a href="/dashboard">Stay signed in</a>',
  ];
  return htmlPage({ title: "Sign out", main: main.join(""), script: null, form: true });
}

const asking = ({ name }: Application, isOther: boolean): string =>
  isOther ? `“${name}” asks to sign out another account than this one.` : `“${name}” asks to sign you out.`;

/** Says that nobody is signed in any more. */
export function signedOutPage({ application }: Pick<LogoutRequest, "application">) {
  const back = application?.homepageUrl
    ? `<a class="button" href="${escapeHtml(application.homepageUrl)}">Go back to ${escapeHtml(application.name)}</a>`
    : "";
  const main = [
    "<h1>You are signed out</h1>",
    paragraph("Nobody is signed in to Attestory in this browser now."),
    back,
    '<a href="/login">Sign in</a>',
  ];
  return htmlPage({ title: "Signed out", main: main.join(""), script: null, form: false });
}
