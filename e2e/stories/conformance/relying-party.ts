import type { TlsServers } from "./tls-proxy.ts";

/** What came to the redirect URI. */
export interface Response {
  by: "query" | "form_post";
  parameters: Record<string, string>;
}

/** The application that signs users in, with the addresses that the conformance suite registers. */
export class RelyingParty {
  url = "";
  /** Oldest first. */
  readonly logoutTokens: string[] = [];
  #response = Promise.withResolvers<Response>();

  async open(servers: TlsServers): Promise<void> {
    this.url = await servers.serve(async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      this.#receive(new URL(incoming.url ?? "/", this.url), incoming.method === "POST" ? form : null);
      answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>The application</title>");
    });
  }

  #receive({ pathname, searchParams }: URL, form: URLSearchParams | null): void {
    if (pathname === "/backchannel") this.logoutTokens.push(form?.get("logout_token") ?? "");
    if (pathname !== "/callback") return;
    const by = form === null ? "query" : "form_post";
    this.#response.resolve({ by, parameters: Object.fromEntries(form ?? searchParams) });
  }

  get redirectUri(): string {
    return `${this.url}/callback`;
  }
  get afterSignOut(): string {
    return `${this.url}/signed-out`;
  }
  get backchannel(): string {
    return `${this.url}/backchannel`;
  }

  /** The next response that comes. */
  next(): Promise<Response> {
    this.#response = Promise.withResolvers();
    return this.#response.promise;
  }
}
