import { type Application, application as schema } from "./application-schema.ts";

/** How an application proves who it is (RFC 7591 section 2). `client_secret`: by Basic or in the body. */
export type AuthMethod = Application["tokenEndpointAuthMethod"];

interface Authentication {
  kind: Application["type"];
  usesPrivateKeyJwt: boolean;
}

export function authMethodOf({ kind, usesPrivateKeyJwt }: Authentication): AuthMethod {
  if (kind === "public") return "none";
  return usesPrivateKeyJwt ? "private_key_jwt" : "client_secret";
}

/** What both APIs name apart. */
type Given = Pick<Application, "id" | "clientId" | "clientSecret" | "createdAt">;
type Other = "type" | "description" | "tokenEndpointAuthMethod" | "api";
type Api = NonNullable<Application["api"]>;

/** An application as events and read models have it, which is more than its owner sees. */
interface StoredApplication extends Authentication, Omit<Application, keyof Given | Other> {
  description: string;
  api: (Omit<Api, "clients"> & { clients: readonly { applicationId: string }[] }) | null;
}

/** An application as its owner sees it: the fields of the schema and no others. */
export function applicationAnswer(stored: StoredApplication, given: Given): Application {
  const { kind, description, api } = stored;
  const whole: Application = {
    ...stored,
    ...given,
    type: kind,
    description: description || null,
    tokenEndpointAuthMethod: authMethodOf(stored),
    api: api && { ...api, clients: api.clients.map(({ applicationId }) => applicationId) },
  };
  const fields = Object.keys(schema.shape) as (keyof Application)[];
  return Object.fromEntries(fields.map((field) => [field, whole[field]])) as Application;
}
