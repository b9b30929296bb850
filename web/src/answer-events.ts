/** One server-sent event. */
export interface AnswerEvent {
  name: string;
  data: string;
}

/** The events of an answer of the type `text/event-stream`, as the service writes them: one line each for the name and the data. */
export async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<AnswerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (waiting + value).split("\n\n");
    waiting = blocks.pop() ?? "";
    yield* blocks.map(eventOf);
  }
}

function eventOf(block: string): AnswerEvent {
  const textOf = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { name: textOf("event"), data: textOf("data") };
}
