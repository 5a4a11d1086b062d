/** Colours, cursor movements and titles: control sequences of ECMA-48, and OSC strings. */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const TERMINAL = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]/g

/** A text without the codes that only terminals read. */
export function withoutTerminalCodes(text: string): string {
  return text.replace(TERMINAL, '')
}
