import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { CookieJar } from "@attestory/e2e/http/browser.ts";
import { type Answered, call, emailTo, tokenIn } from "@attestory/e2e/http/client.ts";
import type { PastService } from "./past-service.ts";

/** Where requests come from. */
export interface Device {
  ip: string;
  userAgent: string;
}

export interface Account {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  password: string;
  /** Of the authenticator app, in base32; null without one. */
  secret: string | null;
}

const codeMs = 30_000;

interface Sent {
  body?: unknown;
  /** What is expected; any if it is null. */
  status?: number | null;
}

/** A browser with its cookies, and perhaps a signed-in user. */
export class Browser {
  readonly service: PastService;
  readonly #device: Device;
  readonly #jar = new CookieJar();
  #token: string | undefined;

  constructor(service: PastService, device: Device) {
    this.service = service;
    this.#device = device;
  }

  get isSignedIn(): boolean {
    return this.#token !== undefined;
  }

  /** @throws if the answer has another status */
  async ask(request: string, { body, status = 200 }: Sent = {}): Promise<Answered> {
    const answer = await call(this.service.url, request, {
      ...(this.#token && { token: this.#token }),
      body,
      headers: { ...this.#headers, "sec-fetch-site": "same-origin" },
    });
    this.#jar.keep(answer);
    if (status !== null && answer.status !== status) {
      throw new Error(`${request} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  /** Follows a link of another site. */
  open(path: string): Promise<Answered> {
    const navigation = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    return call(this.service.url, `GET ${path}`, { headers: { ...this.#headers, ...navigation } });
  }

  /** Registers, and opens the email's link unless the address stays unverified. Returns the id of the user. */
  async register({ secret: _, ...account }: Account, { verifies = true } = {}): Promise<string> {
    const { body } = await this.ask("POST /api/auth/register", { body: account, status: 201 });
    this.#token = body.token;
    if (verifies) {
      const link = tokenIn(await emailTo(this.service.url, account.email, "Verify"));
      const verified = await this.ask(`GET /api/auth/verify-email?token=${link}`);
      this.#token = verified.body.signedIn?.token;
    }
    return body.user.id;
  }

  async signIn({ email, password, secret }: Account, { rememberMe = false } = {}): Promise<void> {
    this.#token = undefined;
    const totpCode = secret ? { totpCode: codeAt(secret, this.service.now()) } : {};
    const { body } = await this.ask("POST /api/auth/login", { body: { email, password, rememberMe, ...totpCode } });
    this.#token = body.token;
  }

  /** A wrong password or a wrong code, whatever the answer. */
  async failToSignIn({ email, password }: Pick<Account, "email" | "password">, more: object = {}): Promise<void> {
    this.#token = undefined;
    await this.ask("POST /api/auth/login", { body: { email, password, ...more }, status: null });
  }

  async signOut(): Promise<void> {
    await this.ask("POST /api/auth/logout", { status: null });
    this.#token = undefined;
  }

  /** Opens the dashboard. A session that has ended is forgotten. */
  async look(): Promise<void> {
    const { status } = await this.ask("GET /api/auth/me", { status: null });
    if (status === 401) this.#token = undefined;
  }

  async turnOnTwoFactor(account: Account): Promise<void> {
    const { body } = await this.ask("GET /api/auth/2fa/setup");
    const totpCode = codeAt(body.secret, this.service.now());
    await this.ask("POST /api/auth/2fa/verify", { body: { totpCode } });
    account.secret = body.secret;
    // A code counts once: the next one is another.
    this.service.goTo(this.service.now().getTime() + codeMs);
  }

  get #headers(): Record<string, string> {
    const { ip, userAgent } = this.#device;
    return { "x-forwarded-for": ip, "user-agent": userAgent, ...(this.#jar.header && { cookie: this.#jar.header }) };
  }
}
