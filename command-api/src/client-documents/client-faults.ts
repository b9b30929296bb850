/** Why nobody signs in with a client id that is an address. The sentences quote nothing that a server answered. */
export interface ClientFault {
  reason: "malformed" | "not-allowed" | "deleted" | "used-up" | "unreachable" | "wrong-document" | "busy";
  sentence: string;
}

export const clientFaults = {
  malformed: {
    reason: "malformed",
    sentence:
      "client_id is an address that no metadata document can have: use https, a path, and neither a fragment, user information nor dot segments.",
  },
  "not-allowed": {
    reason: "not-allowed",
    sentence: "This service takes no applications from the address in client_id. Its admins decide from where.",
  },
  deleted: {
    reason: "deleted",
    sentence:
      "The application at client_id was deleted here, for good. It needs another address to sign anybody in again.",
  },
  "used-up": {
    reason: "used-up",
    sentence:
      "This service takes no further applications from the address in client_id. Its admins decide how many: ask them.",
  },
  // One sentence for both: whoever chose the address learns nothing about names of our own network.
  unreachable: {
    reason: "unreachable",
    sentence: "The metadata document at client_id could not be read: its host is unreachable, or not public.",
  },
  busy: {
    reason: "busy",
    sentence:
      "The metadata document at client_id was not read, because too many were asked for just now. Wait some minutes, then try again.",
  },
} as const satisfies Record<string, ClientFault>;

export const wrongDocument = (what: string): ClientFault => ({
  reason: "wrong-document",
  sentence: `The metadata document at client_id is not valid: ${what}.`,
});

/** It says nothing about the document, which may be read a moment later. */
export const isPassing = ({ reason }: ClientFault): boolean => reason === "unreachable" || reason === "busy";
