import { useLocation, useSearch } from "wouter";
import { Button } from "../../../parts/button.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { AdminHead } from "../admin-head.tsx";
import { PlainSelect } from "../plain-select.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { Applications } from "./applications.tsx";
import { Consents } from "./consents.tsx";

const tabs = [
  { id: "api-keys", name: "API keys", List: ApiKeys },
  { id: "applications", name: "Applications", List: Applications },
  { id: "consents", name: "Consents", List: Consents },
] as const;

const uses = [
  ["", "Used at any time"],
  ["30", "Unused for 30 days"],
  ["90", "Unused for 90 days"],
  ["365", "Unused for a year"],
] as const;

/** Everything that may act for users or as an application. The address has the tab (`show`), `unused` and `user`. */
export function Access() {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const { List, id: current } = tabs.find(({ id }) => id === address.get("show")) ?? tabs[0];
  const query = Object.fromEntries(
    (["user", "unused"] as const).flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? ""]] : [])),
  );
  const ask = (name: string, value: string) => {
    if (value) address.set(name, value);
    else address.delete(name);
    const text = address.toString();
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  const { unused = "", user } = query;
  const isListed = uses.some(([days]) => days === unused);
  const options = isListed ? uses : [...uses, [unused, `Unused for ${unused} days`] as const];
  return (
    <>
      <AdminHead title="Access">
        What may act for users or as an application: who made it, and when it was last used.
      </AdminHead>
      <Tabs label="Kinds of access" tabs={tabs} current={current} onChange={(id) => ask("show", id)}>
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <PlainSelect label="Use" value={unused} options={options} onChoose={(days) => ask("unused", days)} />
          {user && <Button onClick={() => ask("user", "")}>Only of one user: show everybody</Button>}
        </div>
        <List query={query} />
        {current === "applications" && (
          <p className="mt-3 text-sm text-subtle">
            A use is a code or token that an application exchanged, or a consent that it used. What it does with a token
            that it got for itself is not counted.
          </p>
        )}
      </Tabs>
    </>
  );
}
