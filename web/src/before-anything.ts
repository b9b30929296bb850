import { setNonce } from "get-nonce";
import { config } from "zod";

/**
 * Import this first. zod would probe `eval`, which the Content Security Policy reports. Radix adds style elements, which the
 * policy allows only with the nonce of this response.
 */
config({ jitless: true });

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
