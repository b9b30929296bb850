/** Who asks for keys, as WebAuthn names it: a key works for this host only. */
export interface RelyingParty {
  id: string;
  name: string;
  /** The only origin whose pages may ask. */
  origin: string;
}

/** From `PUBLIC_URL` alone: what a request says about itself does not count. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: "Attestory", origin };
}
