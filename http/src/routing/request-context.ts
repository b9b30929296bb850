/** What signs a request in, as it was sent. `Authorization`, where present, alone decides. */
export interface Credential {
  readonly kind: "bearer" | "cookie";
  readonly value: string;
}

/** What a handler may know of the request beside its parsed input. */
export interface RequestContext {
  /** A fresh UUID, answered as `X-Request-Id`. */
  readonly requestId: string;
  /** The client's address in its shortest form, behind as many proxies as are trusted; an IPv4-mapped one is IPv4. */
  readonly clientAddress: string;
  /** At most 512 characters; null when none was sent. */
  readonly userAgent: string | null;
  /** `Idempotency-Key`, a UUID in lower case, or null. */
  readonly idempotencyKey: string | null;
  /** `X-Log-Position` as it was sent, unchecked, or null. */
  readonly logPosition: string | null;
  /** By name. A name that was sent twice is missing. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The raw credential, also where the route asks for none; null when there is none or it is malformed. */
  readonly credential: Credential | null;
  /** SHA-256 of the body's bytes as they were sent, in base64url. */
  readonly bodyHash: string;
}
