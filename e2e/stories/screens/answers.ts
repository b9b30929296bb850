import type { CDPSession, Page } from "playwright-core";
import { devtools } from "./devtools.ts";

/** An answer that replaces the service's own. */
export interface Given {
  /** Only requests with this method; by default all. */
  method?: string;
  status?: number;
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  body: unknown;
}

interface Paused {
  requestId: string;
  request: { method: string; url: string };
  /** Set if the service has answered. */
  responseStatusCode?: number;
}

interface Rule {
  path: RegExp;
  method?: string | undefined;
  settle(session: CDPSession, paused: Paused): Promise<unknown>;
}

/**
 * The rules of each tab, newest last. Set by the DevTools protocol instead of Playwright's `route`, which turns off the browser's cache: then
 * every screen loads the whole app again, at twice the cost.
 */
const rulesOf = new WeakMap<Page, Rule[]>();

/** Answers this call in place of the service. In a path, `*` is any part of a segment, and `**` anything. */
export const given = (page: Page, path: string, { method, status = 200, headers = {}, body }: Given): Promise<void> =>
  add(page, path, { method, settle: fulfilWith(() => body, { status, headers }) });

/** Changes the body of the service's answer to this call. */
export const altered = (page: Page, path: string, alter: (body: never) => unknown): Promise<void> =>
  add(page, path, {
    async settle(session, { requestId, responseStatusCode }) {
      if (responseStatusCode === undefined) {
        return session.send("Fetch.continueRequest", { requestId, interceptResponse: true });
      }
      const { body, base64Encoded } = await session.send("Fetch.getResponseBody", { requestId });
      const text = base64Encoded ? Buffer.from(body, "base64").toString() : body;
      return fulfilWith(() => alter(JSON.parse(text) as never), { status: responseStatusCode })(session, { requestId });
    },
  });

/** Leaves this call unanswered until the tab leaves the page. */
export const unanswered = (page: Page, path: string): Promise<void> =>
  add(page, path, { settle: async (_, { requestId }) => held(page).push(requestId) });

/** The calls of each tab that are left unanswered. */
const heldOf = new WeakMap<Page, string[]>();

function held(page: Page): string[] {
  const calls = heldOf.get(page) ?? [];
  heldOf.set(page, calls);
  return calls;
}

/** Ends the calls that are left unanswered, as leaving the page does. */
export async function endUnanswered(page: Page): Promise<void> {
  const calls = held(page).splice(0);
  if (calls.length === 0) return;
  const session = await devtools(page);
  const ended = calls.map((requestId) => session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }));
  // The page may have ended some itself.
  await Promise.allSettled(ended);
}

/** Makes the service unavailable for this call. */
export const outOfReach = (page: Page, path: string): Promise<void> =>
  add(page, path, {
    settle: (session, { requestId }) =>
      session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionRefused" }),
  });

/** From now on the service answers all calls of this tab again. */
export async function letServiceAnswer(page: Page): Promise<void> {
  const rules = rulesOf.get(page);
  if (!rules || rules.length === 0) return;
  rules.length = 0;
  await (await devtools(page)).send("Fetch.disable");
}

const fulfilWith =
  (body: () => unknown, { status, headers = {} }: { status: number; headers?: Record<string, string> }) =>
  (session: CDPSession, { requestId }: Pick<Paused, "requestId">) => {
    const answer = body();
    return session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries({ "content-type": "application/json", ...headers }).map(([name, value]) => ({
        name,
        value,
      })),
      body: Buffer.from(typeof answer === "string" ? answer : JSON.stringify(answer)).toString("base64"),
    });
  };

async function add(page: Page, path: string, rule: Omit<Rule, "path">): Promise<void> {
  const session = await devtools(page);
  const rules = rulesOf.get(page) ?? watch(page, session);
  rules.push({ ...rule, path: matching(path) });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }, { urlPattern: `*${path}` }] });
}

function watch(page: Page, session: CDPSession): Rule[] {
  const rules: Rule[] = [];
  rulesOf.set(page, rules);
  session.on("Fetch.requestPaused", (paused: Paused) => {
    // A tab that has left its page no longer knows the request.
    void settle(session, rules, paused).catch(() => {});
  });
  return rules;
}

function settle(session: CDPSession, rules: readonly Rule[], paused: Paused): Promise<unknown> {
  const { method, url } = paused.request;
  const { pathname, search } = new URL(url);
  const rule = rules.findLast((each) => each.path.test(pathname + search) && (each.method ?? method) === method);
  return rule ? rule.settle(session, paused) : session.send("Fetch.continueRequest", { requestId: paused.requestId });
}

function matching(path: string): RegExp {
  const parts = path.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replaceAll(/[.?+^$()[\]{}|\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
