import { useSearch } from "wouter/use-browser-location";

/** The query as the address has it. `useSearch` of wouter decodes it once: an encoded percent sign in a value would be lost. */
export const useExactSearch = (): string => useSearch().replace(/^\?/, "");
