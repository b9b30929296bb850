import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { type Answered, call } from "./client.ts";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A host on which applications describe themselves. Each path answers as it was given last; others 404. */
export class DocumentHost {
  readonly #paths = new Map<string, Respond>();
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  url = "";
  readonly #server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? "");
    const respond = this.#paths.get(request.url ?? "");
    if (respond) respond(request, response);
    else response.writeHead(404).end();
  });

  respond(path: string, respond: Respond): string {
    this.#paths.set(path, respond);
    return `${this.url}${path}`;
  }

  /** Answers a document of a public application, whose members may be replaced. Returns its address. */
  describe(path: string, said: object = {}, headers: Record<string, string> = {}): string {
    const document = { ...metadata, client_id: `${this.url}${path}`, ...said };
    return this.respond(path, (_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(document));
    });
  }

  askedFor(url: string): number {
    return this.asked.filter((path) => `${this.url}${path}` === url).length;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export const deviceUri = "http://127.0.0.1/callback";

export const metadata = {
  client_name: "Ledgerline",
  redirect_uris: [deviceUri],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

/** A host of this test file, open before its first test. */
export function documentHost(): DocumentHost {
  const host = new DocumentHost();
  beforeAll(() => host.open());
  afterAll(() => host.close());
  return host;
}

type Admin = { token: string };

export const allowSource = (url: string, { token }: Admin, address: string): Promise<Answered> =>
  call(url, "POST /api/admin/client-sources", { token, body: { address } });

export const removeSource = (url: string, { token }: Admin, allowed: Answered): Promise<Answered> =>
  call(url, `DELETE /api/admin/client-sources/${allowed.body.clientSource.id}`, { token });
