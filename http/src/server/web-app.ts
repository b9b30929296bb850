import { randomBytes } from "node:crypto";
import { methodNotAllowed, notFound } from "../routing/problem.ts";
import { pathOf, type RequestHandler } from "../routing/request-handler.ts";
import { sendAnswer, sendProblem } from "../routing/send-answer.ts";
import { storedFileSender } from "../routing/send-stored-file.ts";
import { pagePolicy } from "../security/security-headers.ts";
import { hashedFolder, readWebFiles, type WebFile } from "./web-files.ts";

/** Paths of the app's screens have no extension and no part that starts with a dot. */
const isScreen = (path: string) =>
  !path.startsWith(hashedFolder) && !path.includes("/.") && !path.slice(path.lastIndexOf("/")).includes(".");

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/** The files of each path that has a screen, from the build's list. A path that ends in `*` stands for all that begin so. */
type Screens = Readonly<Record<string, readonly string[]>>;
const screensIn = (list: WebFile | undefined): Screens => JSON.parse(list?.bytes.toString("utf8") ?? "{}");

/**
 * The `Link` header of each screen's path: the browser fetches these files beside the app's own ones. Not `modulepreload`: some browsers
 * keep its failure (docs/decisions/code-is-fetched-before-it-is-imported.md).
 */
const linksOf = (screens: Screens): ReadonlyMap<string, string> => {
  const linkTo = (file: string) => `<${file}>; rel=preload; as=fetch; crossorigin`;
  return new Map(Object.entries(screens).map(([path, files]) => [path, files.map(linkTo).join(", ")]));
};

/** Whether the app has a screen at a path; like the app itself, it ignores case and a slash at the end. Elsewhere the page says that there is none. */
const screenCheck = (screens: Screens) => {
  const paths = Object.keys(screens);
  const exact = new Set(paths);
  const beginnings = paths.filter((path) => path.endsWith("*")).map((path) => path.slice(0, -1));
  return (asked: string): boolean => {
    const path = asked.toLowerCase().replace(/(?<=.)\/$/, "");
    return exact.has(path) || beginnings.some((beginning) => path.startsWith(beginning));
  };
};

/** What the page says about the service. Each part is in the built page, hidden and marked. */
export interface PageHints {
  /** While there is no admin, the page at `/` says how to make the first one. */
  lacksAdmin?: (() => Promise<boolean>) | undefined;
  /** Every page says where the emails are that no mail server takes. */
  hasDevInbox?: boolean;
}

const shown = (html: string, mark: "data-first-admin" | "data-dev-inbox") => html.replace(`hidden ${mark}`, mark);

/** The page with what it says at every path. */
export const withHints = (html: string, { hasDevInbox = false }: PageHints): string =>
  hasDevInbox ? shown(html, "data-dev-inbox") : html;

/**
 * Returns a function that renders the page of a path with a new nonce, in place of every `__NONCE__` and in its policy. 404 where the app has
 * no screen: the page itself then says so.
 */
const pageOf = (html: string, screens: Screens) => {
  const links = linksOf(screens);
  const hasScreen = screenCheck(screens);
  const parts = html.split("__NONCE__");
  const hintedParts = shown(html, "data-first-admin").split("__NONCE__");
  return (path: string, isHinted: boolean) => {
    const nonce = randomBytes(16).toString("base64url");
    const link = links.get(path);
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(nonce),
      ...(link && { Link: link }),
    };
    return { status: hasScreen(path) ? 200 : 404, body: (isHinted ? hintedParts : parts).join(nonce), headers };
  };
};

/**
 * Serves a built web app from memory: its files, and its page at every path that could be a screen, with 404 where there is none. A
 * missing file with an extension is 404 without the page. So are dot files and source maps, present or not.
 */
export const webApp = async (folder: string, hints: PageHints = {}): Promise<RequestHandler> => {
  const { lacksAdmin = async () => false } = hints;
  const files = await readWebFiles(folder);
  const index = files.get("/index.html");
  if (!index) throw new Error("The web app is not built: there is no index.html");
  const page = pageOf(withHints(index.bytes.toString("utf8"), hints), screensIn(files.get("/screens.json")));
  for (const path of ["/index.html", "/screens.json"]) files.delete(path);
  const sendFile = storedFileSender();
  const isServed = (path: string | null): path is string => path !== null && (files.has(path) || isScreen(path));
  return async (request, response) => {
    const path = decoded(pathOf(request));
    if (!isServed(path)) return sendProblem(request, response, notFound());
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendProblem(request, response, methodNotAllowed("GET, HEAD"));
    }
    const file = files.get(path);
    if (file) await sendFile(request, response, file);
    else await sendAnswer(request, response, page(path, path === "/" && (await lacksAdmin())));
  };
};
