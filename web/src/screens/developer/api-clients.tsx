import { FieldFrame, inputClass } from "../../parts/field.tsx";

/** The applications that an API lets act for themselves, by client id: one a line. */
export const ApiClients = ({ clients, error }: { clients: readonly string[]; error: string | undefined }) => (
  <FieldFrame
    label="Applications that may act for themselves"
    aside="optional"
    error={error}
    hint="Client ids, one a line. They get tokens without a user, with any of your scopes, as your application does."
  >
    {(ids) => (
      <textarea
        {...ids}
        name="apiClients"
        rows={2}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={clients.join("\n")}
        className={`${inputClass.replace("h-control", "min-h-16")} py-2 font-mono`}
      />
    )}
  </FieldFrame>
);

export const apiClientsIn = (data: FormData): { clients: string[] } => ({
  clients: String(data.get("apiClients") ?? "")
    .split(/\s+/)
    .filter((id) => id !== ""),
});

export function ApiClientsDetail({ clients }: { clients: readonly string[] }) {
  if (clients.length === 0) return null;
  return (
    <>
      <p className="mt-2 text-muted">May act for themselves:</p>
      <ul className="grid gap-1">
        {clients.map((client) => (
          <li key={client}>
            <code className="font-mono wrap-anywhere">{client}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
