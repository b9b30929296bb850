import { useId } from "react";
import { Switch } from "../../parts/switch.tsx";

type SettingSwitchProps = { name: string; about: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A setting of an application that is on or off, and what it is for. */
export function SettingSwitch({ name, about, isOn, onChange }: SettingSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p className="font-medium">{name}</p>
        <p id={id} className="text-sm text-muted">
          {about}
        </p>
      </div>
      <Switch label={name} describedBy={id} isOn={isOn} onChange={() => onChange(!isOn)} />
    </div>
  );
}
