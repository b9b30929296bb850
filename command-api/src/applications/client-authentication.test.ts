import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { application } from "./application.ts";

const ownerId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const settings = sampleApplication();
const clientSecret = { encrypted: null, digest: "first" };
const registered: ApplicationEvent = {
  type: "ApplicationRegistered",
  data: { ...settings, ownerId, kind: "confidential", clientSecret, documentUrl: null },
};
const publicly: ApplicationEvent = {
  type: "ApplicationRegistered",
  data: { ...registered.data, kind: "public", clientSecret: null },
};
const after = given(application);

describe("how an application proves who it is", () => {
  /** RFC 7515 appendix A.3. */
  const point = {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  };
  const jwks = { keys: [point] };
  const change = {
    type: "change",
    ownerId,
    admins: [],
    isByItself: false,
    name: settings.name,
    description: settings.description,
    logoUrl: settings.logoUrl,
    redirectUris: settings.redirectUris,
  } as const;
  const changed = (said: object): ApplicationEvent => ({
    type: "ApplicationChanged",
    data: { ...settings, ...said },
  });
  const bySignature = changed({ jwks, usesPrivateKeyJwt: true });

  it("is changed to its keys and back, and stays as it is if left out", () => {
    after(registered)
      .when({ ...change, jwks, authMethod: "private_key_jwt" })
      .gives(bySignature);
    after(registered, bySignature).when(change).gives();
    after(registered, bySignature)
      .when({ ...change, authMethod: "client_secret" })
      .gives(changed({ jwks }));
  });

  it("needs keys that can be used for private_key_jwt, and has no other method than its type", () => {
    after(registered)
      .when({ ...change, authMethod: "private_key_jwt" })
      .refuses("needs-keys");
    after(registered, bySignature)
      .when({ ...change, jwks: null })
      .refuses("needs-keys");
    const offCurve = { keys: [{ ...point, x: point.y }] };
    after(registered)
      .when({ ...change, jwks: offCurve })
      .refuses("unusable-keys");
    after(registered)
      .when({ ...change, authMethod: "none" })
      .refuses("wrong-auth-method");
    for (const authMethod of ["client_secret", "private_key_jwt"] as const) {
      after(publicly)
        .when({ ...change, jwks, authMethod })
        .refuses("wrong-auth-method");
    }
  });

  it("gets no new secret while it uses its keys", () => {
    const command = {
      type: "rotate-secret",
      ownerId,
      clientSecret: { encrypted: null, digest: "second" },
      formerUntil: null,
    } as const;
    after(registered, bySignature).when(command).refuses("no-secret");
  });
});
