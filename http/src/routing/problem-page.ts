import type { ServerResponse } from "node:http";
import { escapeHtml, htmlPage } from "./html-page.ts";
import type { ProblemAnswer } from "./problem.ts";

const unfit = new Set([400, 405, 413, 414, 415]);

/** Refusals with a code of their own are no fault of the request's form. */
const isInvalid = ({ status, problem: { code } }: ProblemAnswer) => unfit.has(status) && code !== "no_pending_request";

/**
 * The page that shows a refusal to a person whom an application sent here. `requestId`: by which the operator finds the request in the log
 * lines.
 */
export const problemPage = (
  refusal: ProblemAnswer,
  requestId: string,
): { body: string; headers: Record<string, string> } => {
  const { problem, wayBack } = refusal;
  const invalid = isInvalid(refusal);
  const title = invalid ? "Invalid Request" : "Authorization Error";
  const main = [
    `<h1>${title}</h1>`,
    invalid ? "<p>The authorization request is invalid or malformed.</p>" : "",
    `<p>${escapeHtml(problem.message)}</p>`,
    wayBack ? `<a class="button" href="${escapeHtml(wayBack.href)}">Go back to ${escapeHtml(wayBack.name)}</a>` : "",
    `<p>Reference <code>${escapeHtml(requestId)}</code></p>`,
    '<a href="/">Go to Attestory</a>',
  ];
  return htmlPage({ title, main: main.join(""), script: null, form: false });
};

const answering = new WeakSet<ServerResponse>();

/** From here on, every refusal of this response is sent as a page. */
export const answerAsPage = (response: ServerResponse): void => void answering.add(response);

export const answersAsPage = (response: ServerResponse): boolean => answering.has(response);
