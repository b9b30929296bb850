/** A part of a JSON document. */
export type Json = { readonly [name: string]: unknown };
