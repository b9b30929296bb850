import { isProviderScope, providerScopes } from "@attestory/http/security/provider-scopes.ts";
import { z } from "zod";
import { faultOfAddress, shownText } from "./address-schema.ts";

/** The API of an application. The form in the browser checks with this schema, too. */

const mostScopes = 20;
const mostClients = 20;
/** RFC 6749 section 3.3. */
const scopeName = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const scope = z.strictObject({
  name: z
    .string("This must be text")
    .min(1, "Enter a name")
    .max(100, "Use at most 100 characters")
    .regex(scopeName, "Use letters, digits and marks, without blanks, quotes and backslashes")
    .refine((name) => !isProviderScope(name), `Use another name than ${providerScopes.join(", ")}`)
    .describe(
      "At most 100 characters that a scope may have (RFC 6749 section 3.3), and none of the service's own scopes",
    ),
  description: shownText
    .min(1, "Say what it allows")
    .max(200, "Use at most 200 characters")
    .describe("A sentence for the users who allow it: at most 200 characters"),
});

const resource = z
  .string("This must be text")
  .min(1, "Enter the address of the API")
  .superRefine((text, context) => {
    const fault = text === "" ? null : faultOfAddress(text);
    if (fault) context.addIssue({ code: "custom", message: fault });
  })
  .meta({ format: "uri", examples: ["https://api.example.com"] });

const haveOneName = (scopes: readonly { name: string }[]) =>
  new Set(scopes.map(({ name }) => name)).size === scopes.length;

export const applicationApi = z.strictObject(
  {
    resource: resource.describe(
      "Its identifier, the audience of its tokens: an address like a redirect URI, of no other application",
    ),
    scopes: z
      .array(scope, "This must be a list of scopes")
      .min(1, "Enter at least one scope")
      .max(mostScopes, `Use at most ${mostScopes} scopes`)
      .refine(haveOneName, "Two scopes have the same name")
      .describe("1 to 20 scopes, each with what users read when they allow it"),
    clients: z
      .array(
        z.uuid("Enter client ids as the Developer Portal shows them").toLowerCase(),
        "This must be a list of client ids",
      )
      .max(mostClients, `Use at most ${mostClients} applications`)
      .optional()
      .describe(
        "The ids of up to 20 confidential applications that may get tokens for themselves, besides this one; stay as they are if left out",
      ),
  },
  "Enter a resource and its scopes",
);
