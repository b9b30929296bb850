import { setNonce } from "get-nonce";
import { config } from "zod";

/**
 * Imported first. zod would probe `eval`, which the policy reports, and Radix adds style elements, which the policy
 * lets in only with the nonce of this response.
 */
config({ jitless: true });

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
