import type { User } from "@attestory/http/routing/answers.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import { readFile } from "../../file-calls.ts";
import { Button } from "../../parts/button.tsx";
import { Card, TileIcon } from "../../parts/card.tsx";
import { toast } from "../../parts/toasts.ts";
import { saveFile } from "../../save-file.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { megabytes } from "../admin/megabytes.ts";
import { DeleteRow } from "../erasure/delete-row.tsx";

/** What a person may do with everything that the service keeps of them, one row each. */
export function YourData({ user }: { user: User }) {
  return (
    <Card>
      <DownloadRow />
      <DeleteRow user={user} />
    </Card>
  );
}

type Format = "html" | "json";

function DownloadRow() {
  const { busy, bytes, download } = useDownload();
  return (
    <div className="flex flex-wrap items-center gap-3 p-4 sm:flex-nowrap sm:gap-4 sm:px-6">
      <TileIcon>
        <Download />
      </TileIcon>
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-medium">Download my data</h3>
        <p className="text-sm text-muted" role="status">
          {busy === null ? "Everything we keep about you, and all that happened to your account." : progressOf(bytes)}
        </p>
      </div>
      <div className="grid w-full flex-none grid-cols-2 gap-2 sm:flex sm:w-auto">
        <Button
          aria-label="Download my data as a readable page"
          busy={busy === "html"}
          onClick={() => download("html")}
        >
          Readable page
        </Button>
        <Button aria-label="Download my data as JSON" busy={busy === "json"} onClick={() => download("json")}>
          JSON
        </Button>
      </div>
    </div>
  );
}

const progressOf = (bytes: number) => (bytes === 0 ? "Preparing the file..." : `${megabytes(bytes)} MB so far`);

function useDownload() {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState<Format | null>(null);
  const [bytes, setBytes] = useState(0);

  const download = async (format: Format) => {
    if (busy !== null) return;
    setBusy(format);
    setBytes(0);
    try {
      const read = () => readFile(`/api/user/data?format=${format}`, { onBytes: setBytes });
      const { name, file } = await confirm(read, "download your data");
      saveFile(name, file);
      toast({ kind: "done", title: "Your data was downloaded", description: name });
    } catch (error) {
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Download failed", description: sentenceOf(error, "Try again in a moment.") });
    } finally {
      setBusy(null);
    }
  };
  return { busy, bytes, download };
}
