import { type Answered, type Asking, call } from "./client.ts";

/** The cookies of one browser, shared by its tabs: each answer's cookies replace earlier ones of the same name. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  keep({ headers }: Pick<Answered, "headers">): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (attributes.some((one) => one.trim() === "Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
  }

  get header(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }
}

/** A browser tab: its page authenticates with a token that it holds, and the browser also sends the cookies. */
export class Tab {
  readonly #jar: CookieJar;
  readonly #token: string;

  constructor(jar: CookieJar, token: string) {
    this.#jar = jar;
    this.#token = token;
  }

  async ask(url: string, request: string, { headers, ...asking }: Asking = {}): Promise<Answered> {
    const sent = { cookie: this.#jar.header, ...headers };
    const answer = await call(url, request, { token: this.#token, ...asking, headers: sent });
    this.#jar.keep(answer);
    return answer;
  }
}
