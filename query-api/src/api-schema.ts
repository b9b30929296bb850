import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";

/** Shapes of the query calls. The web app reads this file too, so it needs nothing but zod. */

export const me = z.strictObject({ user });

export const session = z.strictObject({
  id: z.uuid(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  lastAccess: z.iso.datetime(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  /** In words: "Firefox on Linux". */
  device: z.string(),
  /** The network, where nothing better is known. */
  location: z.string().nullable(),
});
export type Session = z.infer<typeof session>;
export const sessions = z.array(session);
