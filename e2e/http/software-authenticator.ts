import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Cbor, encodeCbor } from "./cbor.ts";

/** What the authenticator does otherwise than a right one. */
export interface Twist {
  type?: string;
  origin?: string;
  challenge?: string;
  /** Further members of the client data. */
  clientData?: object;
  rpId?: string;
  userPresent?: boolean;
  userVerified?: boolean;
  signCount?: number;
  algorithm?: number;
  format?: "none" | "packed";
  /** Replaces the bytes before they are signed, or the attestation object. */
  authenticatorData?(bytes: Buffer): Buffer;
  attestationObject?(bytes: Buffer): Buffer;
  signature?(bytes: Buffer): Buffer;
  userHandle?: string | null;
}

interface Challenged {
  challenge: string;
  user?: { id: string };
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const flag = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

/** The public key as COSE has it (RFC 9053): an EC key of ES256. */
function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string): Cbor => Buffer.from(text, "base64url");
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

/** A hardware key in software, in a browser that is on a page of `url`. */
export class SoftwareAuthenticator {
  readonly id: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #url: URL;
  readonly #aaguid: Buffer;
  userHandle: string | null = null;
  signCount = 0;
  /** A key without a count answers zero each time. */
  readonly #counts: boolean;

  constructor(url: string, { id = base64url(randomBytes(24)), aaguid = "0".repeat(32), counts = true } = {}) {
    this.#url = new URL(url);
    this.id = id;
    this.#aaguid = Buffer.from(aaguid.replaceAll("-", ""), "hex");
    this.#counts = counts;
  }

  #clientData(type: string, { challenge }: Challenged, twist: Twist): Buffer {
    const { origin = this.#url.origin, clientData = { crossOrigin: false } } = twist;
    return Buffer.from(
      JSON.stringify({ type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin, ...clientData }),
    );
  }

  #authenticatorData(flags: number, attested: Buffer, twist: Twist): Buffer {
    const { userPresent = true, userVerified = true, rpId = this.#url.hostname } = twist;
    const all = flags | (userPresent ? flag.userPresent : 0) | (userVerified ? flag.userVerified : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.signCount ?? this.#nextCount());
    const bytes = Buffer.concat([sha256(rpId), Buffer.from([all]), count, attested]);
    return twist.authenticatorData?.(bytes) ?? bytes;
  }

  #nextCount(): number {
    if (this.#counts) this.signCount++;
    return this.signCount;
  }

  #sign(bytes: Buffer, twist: Twist): Buffer {
    const signature = sign("sha256", bytes, this.#keys.privateKey);
    return twist.signature?.(signature) ?? signature;
  }

  /** As `navigator.credentials.create` answers, in JSON. */
  register(options: Challenged, twist: Twist = {}) {
    this.userHandle = options.user?.id ?? null;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const key = coseKey(this.#keys.publicKey, twist.algorithm ?? -7);
    const attested = Buffer.concat([this.#aaguid, length, id, key]);
    const authData = this.#authenticatorData(flag.attested, attested, twist);
    const clientData = this.#clientData("webauthn.create", options, twist);
    const statement: Map<string, Cbor> = new Map();
    if (twist.format === "packed") {
      statement.set("alg", -7);
      statement.set("sig", this.#sign(Buffer.concat([authData, sha256(clientData)]), twist));
    }
    const object = encodeCbor(
      new Map<string, Cbor>([
        ["fmt", twist.format ?? "none"],
        ["attStmt", statement],
        ["authData", authData],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(twist.attestationObject?.(object) ?? object),
        transports: ["usb"],
      },
      clientExtensionResults: { credProps: { rk: true } },
    };
  }

  /** As `navigator.credentials.get` answers, in JSON. */
  assert(options: Challenged, twist: Twist = {}) {
    const authData = this.#authenticatorData(0, Buffer.alloc(0), twist);
    const clientData = this.#clientData("webauthn.get", options, twist);
    const signature = this.#sign(Buffer.concat([authData, sha256(clientData)]), twist);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: twist.userHandle === undefined ? this.userHandle : twist.userHandle,
      },
      clientExtensionResults: {},
    };
  }
}
