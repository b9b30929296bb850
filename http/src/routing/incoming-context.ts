import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AddressReader } from "../parsing/client-address.ts";
import { parseCookies } from "../parsing/cookies.ts";
import { readBoundCredential, readCredential } from "../parsing/read-credential.ts";
import type { Credential, RequestContext } from "./request-context.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const userAgentLength = 512;

const single = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : Array.isArray(header) ? header.join(", ") : header;

/** The context of an incoming request. Values that not every route needs are computed on access. */
export class IncomingContext implements RequestContext {
  readonly requestId: string;
  readonly credential: Credential | null;
  readonly #request: IncomingMessage;
  readonly #addressOf: AddressReader;
  #cookies: ReadonlyMap<string, string> | undefined;
  #body: Buffer | undefined;

  constructor(request: IncomingMessage, requestId: string, addressOf: AddressReader) {
    this.#request = request;
    this.#addressOf = addressOf;
    this.requestId = requestId;
    this.credential = readCredential(request.headers.authorization, () => this.cookies);
  }

  get clientAddress(): string {
    return this.#addressOf(
      this.#request.socket.remoteAddress,
      single(this.#request.headers["x-forwarded-for"]) ?? undefined,
    );
  }

  get userAgent(): string | null {
    return this.#request.headers["user-agent"]?.slice(0, userAgentLength) ?? null;
  }

  get idempotencyKey(): string | null {
    return single(this.#request.headers["idempotency-key"] ?? undefined)?.toLowerCase() ?? null;
  }

  get logPosition(): string | null {
    return single(this.#request.headers["x-log-position"]);
  }

  get acceptsEvents(): boolean {
    return this.#request.headers.accept?.toLowerCase() === "text/event-stream";
  }

  get fetchDestination(): string | null {
    return single(this.#request.headers["sec-fetch-dest"] ?? undefined)?.toLowerCase() ?? null;
  }

  get authorization(): string | null {
    return this.#request.headers.authorization ?? null;
  }

  get boundCredential(): Credential | null {
    return readBoundCredential(this.#request.headers.authorization);
  }

  get dpop(): string | null {
    return single(this.#request.headers.dpop);
  }

  get cookies(): ReadonlyMap<string, string> {
    this.#cookies ??= parseCookies(this.#request.headers.cookie);
    return this.#cookies;
  }

  get bodyHash(): string {
    return createHash("sha256")
      .update(this.#body ?? "")
      .digest("base64url");
  }

  get isAbandoned(): boolean {
    return this.#request.socket.destroyed;
  }

  /** Stores the bytes for `bodyHash`. */
  received(body: Buffer): void {
    this.#body = body;
  }

  /** Whether `Idempotency-Key` is absent or a valid UUID. */
  get idempotencyKeyFits(): boolean {
    return this.idempotencyKey === null || uuid.test(this.idempotencyKey);
  }
}
