import { z } from "zod";

/** Of what the service tells OpenID Connect clients. */
export const provider = z.object({ issuer: z.url() });
