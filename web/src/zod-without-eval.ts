import { config } from "zod";

/** Import this before any schema is created. zod would probe `eval`, which the Content Security Policy reports. */
config({ jitless: true });
