import { application } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";

/** `clientSecretDisplay`: whether a secret can be shown again, or is shown only when it is made. */
export const applications = z.strictObject({
  applications: z.array(application),
  clientSecretDisplay: z.enum(["always", "once"]),
});

/** An application that may use the account, or could until its access was ended to secure the account. */
export const connectedApp = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    homepageUrl: z.string().nullable(),
    clientHost: z
      .string()
      .nullable()
      .describe("Of an application that describes itself, the host that vouches for its name; otherwise null"),
    scopes: z.array(z.string()),
    apis: z
      .array(
        z.strictObject({
          name: z.string(),
          resource: z.string(),
          scopes: z.array(z.strictObject({ name: z.string(), description: z.string() })),
        }),
      )
      .describe("What it may do at APIs of applications, as the user read it"),
    trusted: z.boolean().describe("An admin trusts it, so it asks for no consent"),
    status: z
      .enum(["connected", "ended"])
      .describe("ended: the consent was ended to secure the account; the application must ask again"),
    grantedAt: z.iso
      .datetime()
      .describe("When the newest scopes were allowed; of an application that never asked, when it first signed you in"),
    lastAccess: z.iso.datetime().describe("When it last used its access, or else when it was given it"),
  })
  .meta({ id: "ConnectedApplication" });
export type ConnectedApp = z.infer<typeof connectedApp>;

export const connectedApps = z.array(connectedApp);

export const publicApplicationParams = z.strictObject({
  id: z
    .union([z.uuid().toLowerCase(), z.url().max(500)], "This is not the id of an application")
    .describe("The client id: an id, or the address of a metadata document"),
});

export const publicApplication = z.strictObject({ name: z.string(), logoUrl: z.string().nullable() });
