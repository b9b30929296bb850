import type { ServerResponse } from "node:http";
import { escapeHtml, htmlPage } from "./html-page.ts";
import type { ProblemAnswer } from "./problem.ts";

/** What somebody asks of a page, as its refusals name it. */
export type AskedOfPage = "Authorization" | "Sign-out";

const unfit = new Set([400, 405, 413, 414, 415]);

/** Refusals with a code of their own are no fault of the request's form. */
const isInvalid = ({ status, problem: { code } }: ProblemAnswer) => unfit.has(status) && code !== "no_pending_request";

/**
 * The page that shows a refusal to a person whom an application sent here. `requestId`: by which the operator finds the request in the log
 * lines.
 */
export const problemPage = (
  refusal: ProblemAnswer,
  asked: AskedOfPage,
  requestId: string,
): { body: string; headers: Record<string, string> } => {
  const { problem, wayBack } = refusal;
  const invalid = isInvalid(refusal);
  const title = invalid ? "Invalid Request" : `${asked} Error`;
  const main = [
    `<h1>${title}</h1>`,
    invalid ? `<p>The ${asked.toLowerCase()} request is invalid or malformed.</p>` : "",
    `<p>${escapeHtml(problem.message)}</p>`,
    wayBack ? `<a class="button" href="${escapeHtml(wayBack.href)}">Go back to ${escapeHtml(wayBack.name)}</a>` : "",
    `<p>Reference <code>${escapeHtml(requestId)}</code></p>`,
    '<a href="/">Go to Attestory</a>',
  ];
  return htmlPage({ title, main: main.join(""), script: null, form: false });
};

const answering = new WeakMap<ServerResponse, AskedOfPage>();

/** From here on, every refusal of this response is sent as a page. */
export const answerAsPage = (response: ServerResponse, asked: AskedOfPage): void => void answering.set(response, asked);

export const answersAsPage = (response: ServerResponse): AskedOfPage | undefined => answering.get(response);
