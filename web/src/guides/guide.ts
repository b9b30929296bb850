/** The values of an application that its program needs. */
export interface Client {
  /** Where this service is. */
  issuer: string;
  clientId: string;
  redirectUri: string;
  /** It has no client secret. */
  isPublic: boolean;
  /** Its ID tokens carry name and email. */
  profileInIdToken: boolean;
  /** That signs its ID tokens. */
  idTokenAlgorithm: "RS256" | "ES256";
}

/** How an application signs people in, ready to copy. Nothing in it is a secret. */
export interface Guide {
  /** Installs what the files need; null if there is nothing to install. */
  install: string | null;
  /** Each is whole. */
  files: readonly GuideFile[];
  /** Starts it; null if something else does. */
  run: string | null;
  /** A sentence each, for what is not obvious. */
  notes: readonly string[];
}

export interface GuideFile {
  /** What it is saved as, or where it is entered. */
  name: string;
  code: string;
}

export const scope = "openid profile email";

/** The environment of programs that run on a server. */
export const secrets = `export CLIENT_SECRET='…'   # from the Developer Portal
export SESSION_SECRET=$(openssl rand -hex 32)`;

/** Most libraries take RS256 for granted. */
export const isUnusual = ({ idTokenAlgorithm }: Client): boolean => idTokenAlgorithm !== "RS256";

/** Of the redirect URI, where the program must answer. */
export const pathOf = (redirectUri: string): string => URL.parse(redirectUri)?.pathname ?? "/callback";
export const originOf = (redirectUri: string): string => URL.parse(redirectUri)?.origin ?? "http://localhost:3001";
export const portOf = (redirectUri: string, otherwise: number): number =>
  Number(URL.parse(redirectUri)?.port || otherwise);

/** A text as JavaScript, Go, Python and YAML write it. */
export const literal = (text: string): string => JSON.stringify(text);

export const tellsNoName =
  "The ID tokens of this application carry neither name nor email. So the program asks the userinfo endpoint.";
