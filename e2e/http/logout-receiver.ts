import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect } from "vitest";

/** An application's own server, which logout tokens are posted to. */
export class LogoutReceiver {
  /** The logout tokens that came, by the client id that they are for. */
  readonly tokens = new Map<string, string[]>();
  /** The statuses of the next answers; 200 once there are none. */
  readonly answers: number[] = [];
  /** Requests that were no such post. */
  readonly strange: string[] = [];
  url = "";
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const [token, ...more] = form.getAll("logout_token");
    if (request.method !== "POST" || token === undefined || more.length > 0 || form.size > 1) {
      this.strange.push(`${request.method} ${request.url}`);
    } else {
      const clientId = String(decodeJwt(token).aud);
      this.tokens.set(clientId, [...this.of(clientId), token]);
    }
    response.writeHead(this.answers.shift() ?? 200, { location: `${this.url}/elsewhere` }).end();
  });

  of(clientId: string): readonly string[] {
    return this.tokens.get(clientId) ?? [];
  }

  /** The claims of the logout tokens that an application has got, once there are so many. */
  async received({ id }: { id: string }, count: number): Promise<Record<string, unknown>[]> {
    await expect.poll(() => this.of(id).length, { timeout: 20_000 }).toBe(count);
    return this.of(id).map((token) => decodeJwt(token));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** A receiver that is there before the first test of the file. */
export function logoutReceiver(): LogoutReceiver {
  const receiver = new LogoutReceiver();
  beforeAll(() => receiver.open());
  afterAll(() => receiver.close());
  return receiver;
}
