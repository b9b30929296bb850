import { Switch } from "../../parts/switch.tsx";

/** Whether requests without PKCE are refused. */
export function PkceSwitch({ isOn, onChange }: { isOn: boolean; onChange: () => void }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p className="font-medium">Require PKCE</p>
        <p className="text-sm text-muted">A stolen code is useless then. Every current client library can do it.</p>
      </div>
      <Switch label="Require PKCE" isOn={isOn} onChange={onChange} />
    </div>
  );
}
