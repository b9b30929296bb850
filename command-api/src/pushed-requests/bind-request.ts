type Parameters = Readonly<Record<string, string>>;

/**
 * The parameters of a pushed request, whose code is bound to the key that was shown with it (RFC 9449 section 10.1). Null if they name
 * another key.
 */
export function bindRequest(parameters: Parameters, jkt: string | null): Parameters | null {
  if (jkt === null) return parameters;
  const { dpop_jkt: named = jkt } = parameters;
  return named === jkt ? { ...parameters, dpop_jkt: jkt } : null;
}
