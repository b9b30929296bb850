/** The credential of a request, as sent. If `Authorization` is present, the cookie is ignored. */
export interface Credential {
  /** `dpop`: an access token that is bound to a key. Only calls that take access tokens ever see it. */
  readonly kind: "bearer" | "cookie" | "dpop";
  readonly value: string;
}

/** What a handler can read of the request besides its parsed input. */
export interface RequestContext {
  /** A fresh UUID, sent back as `X-Request-Id`. */
  readonly requestId: string;
  /** The client's address behind the trusted proxies, in its shortest form; an IPv4-mapped address becomes IPv4. */
  readonly clientAddress: string;
  /** `User-Agent`, cut to 512 characters; null if absent. */
  readonly userAgent: string | null;
  /** `Idempotency-Key`, a UUID in lower case, or null. */
  readonly idempotencyKey: string | null;
  /** `X-Log-Position` as sent, unchecked, or null. It may hold several marks, separated by commas. */
  readonly logPosition: string | null;
  /** Whether the client asks for server-sent events: `Accept: text/event-stream`. */
  readonly acceptsEvents: boolean;
  /** `Sec-Fetch-Dest`: for what the browser asks (W3C Fetch Metadata); null from programs and older browsers. */
  readonly fetchDestination: string | null;
  /** By name. A name that was sent twice is left out. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The raw credential, also on routes that require none; null if absent or malformed. */
  readonly credential: Credential | null;
  /** `Authorization` as sent, unchecked, for clients that authenticate with the scheme Basic; null if absent. */
  readonly authorization: string | null;
  /** An access token of the scheme DPoP (RFC 9449 section 7.1), which is no `credential`; null if absent or malformed. */
  readonly boundCredential: Credential | null;
  /** The header `DPoP` as sent, unchecked; headers that were sent twice are joined by commas. Null if absent. */
  readonly dpop: string | null;
  /** Whether the client has closed the connection, so that nobody reads the answer. */
  readonly isAbandoned: boolean;
  /** SHA-256 of the body's bytes as sent, in base64url. */
  readonly bodyHash: string;
}
