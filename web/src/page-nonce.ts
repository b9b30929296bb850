import { setNonce } from "get-nonce";

/** Import this first. Radix adds style elements, which the Content Security Policy allows only with the nonce of this response. */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
