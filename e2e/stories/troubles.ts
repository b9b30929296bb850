import type { BrowserContext, ConsoleMessage, Request, Response } from "playwright-core";

/** Errors that no story may cause unless it expects them. */
export interface Troubles {
  /** One line each: `answer 401: POST /api/auth/login`, `console error: …`, `foreign request: …`. */
  seen: readonly string[];
  /** Expects a line. It must occur, or the story fails; every line that starts with it matches. */
  expect(line: string): void;
  /** The same of a line that need not occur. */
  allow(line: string): void;
  /** Unexpected lines, and expected ones that never occurred. */
  left(): string[];
  /** The calls that have no answer yet. */
  waiting(): string[];
}

const sessionToken = /ats_[\w-]{6}/;
/** A call that a navigation or a closing tab interrupted. */
const cut = "net::ERR_ABORTED";

/** Runs in every page before its own scripts. */
const reportViolations = () => {
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy violation: ${effectiveDirective} ${blockedURI} ${sample}`),
  );
};

/** Makes the pages of a browser context report violations of their policy. */
export const reportPolicy = (context: BrowserContext) => context.addInitScript(reportViolations);

const watched = ["request", "requestfinished", "requestfailed", "response", "console", "weberror", "dialog"] as const;

/** Watches every tab of a browser context from now on, in place of all others who did. Its pages may call only this origin. */
export function watch(context: BrowserContext, origin: string): Troubles {
  const seen: string[] = [];
  const expected: string[] = [];
  const allowed: string[] = [];
  const note = (line: string) => seen.push(line);
  for (const event of watched) context.removeAllListeners(event);
  const { inProgress, overtaken } = watchCalls(context);
  context.on("request", (request) => noteRequest(request, origin, note));
  context.on("response", (response) => {
    // The page is gone that wanted the answer.
    if (response.status() === 401 && overtaken.has(response.request())) return;
    noteAnswer(response, note);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== cut) note(`no answer: ${nameOf(request)}`);
  });
  context.on("console", (message) => noteConsole(message, note));
  context.on("weberror", (error) => note(`page error: ${error.error().stack ?? error.error().message}`));
  context.on("dialog", (dialog) => {
    note(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    seen,
    expect: (line) => expected.push(line),
    allow: (line) => allowed.push(line),
    left() {
      const unexpected = seen.filter((line) => ![...expected, ...allowed].some((start) => line.startsWith(start)));
      const missing = expected.filter((start) => !seen.some((line) => line.startsWith(start)));
      return [...unexpected, ...missing.map((start) => `never came: ${start}`)];
    },
    waiting: () => [...inProgress].map((call) => `waits for: ${nameOf(call)}`),
  };
}

/** Verification ends the session of the registration. */
const sessionEnds = ["POST /api/auth/logout", "GET /api/auth/verify-email"];

/** The calls that have no answer yet, and those that were in progress while their browser ended its session. */
function watchCalls(context: BrowserContext): Record<"inProgress" | "overtaken", ReadonlySet<Request>> {
  const inProgress = new Set<Request>();
  const overtaken = new Set<Request>();
  const isEnd = (request: Request) => sessionEnds.includes(nameOf(request));
  context.on("request", (request) => {
    if (isEnd(request)) for (const one of inProgress) overtaken.add(one);
    else if ([...inProgress].some(isEnd)) overtaken.add(request);
    inProgress.add(request);
  });
  context.on("requestfinished", (request) => inProgress.delete(request));
  context.on("requestfailed", (request) => inProgress.delete(request));
  return { inProgress, overtaken };
}

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

function noteRequest(request: Request, origin: string, note: (line: string) => void) {
  const url = request.url();
  if (url.startsWith("data:")) return;
  if (!URL.canParse(url) || new URL(url).origin !== origin) note(`foreign request: ${url}`);
  if (sessionToken.test(url)) note(`token in a URL: ${nameOf(request)}`);
}

function noteAnswer(response: Response, note: (line: string) => void) {
  if (response.status() >= 400) note(`answer ${response.status()}: ${nameOf(response.request())}`);
}

function noteConsole(message: ConsoleMessage, note: (line: string) => void) {
  const text = message.text();
  if (sessionToken.test(text)) note("token in the console");
  // The browser's own message about an answer or a call, which are already recorded.
  if (text.startsWith("Failed to load resource:")) return;
  if (["error", "warning", "assert"].includes(message.type())) note(`console ${message.type()}: ${text}`);
}

/** FE-08: pages whose content contains the session's token. */
export async function tokenOnScreen(context: BrowserContext): Promise<string[]> {
  const shown = await Promise.all(
    context.pages().map(async (page) => (sessionToken.test(await page.content()) ? [`token in ${page.url()}`] : [])),
  );
  return shown.flat();
}
