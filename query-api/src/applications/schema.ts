import { application } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";

/** `clientSecretDisplay`: whether a secret can be shown again, or is shown only when it is made. */
export const applications = z.strictObject({
  applications: z.array(application),
  clientSecretDisplay: z.enum(["always", "once"]),
});

/** An application that may use the account. `lastAccess`: when it last did, or else when it was allowed to. */
export const connectedApp = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    homepageUrl: z.string().nullable(),
    scopes: z.array(z.string()),
    grantedAt: z.iso.datetime(),
    lastAccess: z.iso.datetime(),
  })
  .meta({ id: "ConnectedApplication" });
export type ConnectedApp = z.infer<typeof connectedApp>;

export const connectedApps = z.array(connectedApp);

export const publicApplicationParams = z.strictObject({ id: z.uuid("This is not the id of an application") });

export const publicApplication = z.strictObject({ name: z.string(), logoUrl: z.string().nullable() });
