import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../../browser/launch-chromium.ts";
import { providedChromium } from "../../browser/provided-chromium.ts";
import { type RegisteredApplication, registerApplication } from "../../http/applications.ts";
import { givenSignedInUser, type Person } from "../../http/client.ts";
import { type InProcess, startInProcess } from "../../start-in-process.ts";
import { freePort } from "../../start-stack.ts";
import { submitSignIn } from "../steps.ts";
import { RelyingParty, type Response } from "./relying-party.ts";
import { openTlsServers, passOnTo } from "./tls-proxy.ts";

export type Mode = "query" | "form_post";

/** What a request led to: the response, and the screens on the way. */
export interface Authorized {
  response: Response;
  screens: ("login" | "confirm" | "consent")[];
}

/** The provider over https behind a TLS proxy, two applications, a person, and a browser. */
export interface Provider {
  product: InProcess;
  /** The issuer. */
  url: string;
  client: RegisteredApplication;
  other: RegisteredApplication;
  person: Person & { id: string };
  relyingParty: RelyingParty;
  mode: Mode;
  /** A browser in which nobody is signed in. */
  freshPage(): Promise<Page>;
  /** A tab of the browser in which the person has signed in and consented. */
  page(): Promise<Page>;
}

const patienceMs = 60_000;

/** A provider for the modules of a plan, there before the first test of the file. */
export function providerScene(mode: Mode): Provider {
  const provider = { mode } as Provider;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const servers = openTlsServers();
    const relyingParty = new RelyingParty();
    await relyingParty.open(servers);
    const port = await freePort();
    const product = await startInProcess(
      { PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: "1", OUTBOUND_ALLOW_PRIVATE: "on" },
      { webApp: await builtWebApp(() => {}) },
    );
    const url = await servers.serve(
      passOnTo(() => product.url),
      port,
    );
    // Of its own: that of the worker is held by stories alone.
    const browser = await launchChromium(providedChromium());
    closing.push(servers.close, () => browser.close(), product.remove);
    const context = async (): Promise<BrowserContext> => {
      const opened = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, reducedMotion: "reduce" });
      opened.setDefaultTimeout(patienceMs);
      return opened;
    };
    const settings = {
      redirectUris: [relyingParty.redirectUri],
      postLogoutRedirectUris: [relyingParty.afterSignOut],
      backchannelLogoutUri: relyingParty.backchannel,
    };
    const client = await registerApplication(url, settings);
    const known = await context();
    Object.assign(provider, {
      product,
      url,
      relyingParty,
      client,
      other: await registerApplication(url, settings),
      person: await givenSignedInUser(url),
      freshPage: async () => (await context()).newPage(),
      page: async () => known.pages()[0] ?? known.newPage(),
    } satisfies Partial<Provider>);
    const scope = "openid profile email offline_access";
    await authorize(provider, await provider.page(), { scope, prompt: "consent" });
  }, patienceMs);
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return provider;
}

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parameters of a request of this plan. An undefined one is left out. */
export const requestBy = ({ client, relyingParty, mode }: Provider, said: Parameters = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      client_id: client.clientId,
      redirect_uri: relyingParty.redirectUri,
      response_type: "code",
      scope: "openid",
      state: "a state",
      nonce: "a nonce",
      response_mode: mode === "form_post" ? mode : undefined,
      ...said,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Hardly percent-encoded, as the suite sends it. */
export const addressBy = (provider: Provider, said: Parameters = {}): string =>
  `${provider.url}/oauth/authorize?${Object.entries(requestBy(provider, said))
    .map(([name, value]) => `${name}=${value.replaceAll(/[^!-~]|[&#+%]/g, encodeURIComponent)}`)
    .join("&")}`;

/** Sends the browser with a request, and answers the screens that it meets until the response has come. */
export function authorize(provider: Provider, page: Page, said: Parameters = {}): Promise<Authorized> {
  return answerScreens(provider, page, () => page.goto(addressBy(provider, said)));
}

/** Opens a page by `open`, and answers the screens that follow until the response has come. */
export async function answerScreens(
  { person, relyingParty }: Provider,
  page: Page,
  open: () => Promise<unknown>,
): Promise<Authorized> {
  const coming = relyingParty.next();
  const met: Authorized["screens"] = [];
  const screens = screensOf(page, person);
  const anyScreen = async () => {
    const shown = screens.map(async (screen) => screen.shown.waitFor().then(() => screen));
    return Promise.any(shown);
  };
  // Given up where the page leads on by itself.
  await open().catch(() => undefined);
  for (;;) {
    const next = await Promise.race([coming, anyScreen()]);
    if ("parameters" in next) {
      // The response is there before its page: another address would interrupt it.
      await page.waitForURL(`${relyingParty.url}/**`);
      return { response: next, screens: met };
    }
    met.push(next.name);
    const answered = next.answer().then(() => next.shown.waitFor({ state: "hidden" }));
    // The page may lead on while a screen is answered a second time.
    await Promise.race([coming, answered]);
    answered.catch(() => undefined);
  }
}

interface Screen {
  name: Authorized["screens"][number];
  shown: Locator;
  answer(): Promise<void>;
}

function screensOf(page: Page, person: Person): Screen[] {
  const confirmation = page.getByRole("dialog").getByLabel("Current password");
  const consent = page.getByRole("button", { name: "Authorize", exact: true });
  return [
    {
      name: "login",
      shown: page.getByRole("heading", { name: "Sign in to Attestory" }),
      answer: () => submitSignIn(page, person),
    },
    {
      name: "confirm",
      shown: confirmation,
      async answer() {
        await confirmation.fill(person.password);
        await confirmation.press("Enter");
      },
    },
    // Hidden from the accessibility tree while the dialog is open.
    { name: "consent", shown: consent, answer: () => consent.click() },
  ];
}
