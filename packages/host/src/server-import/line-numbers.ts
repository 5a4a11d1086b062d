/** Characters between two places whose line is kept. */
const STEP = 1024
const LINE_FEED = 10

/** The line of each place of a text, the first is 1. In one pass, whatever the text is made of. */
export function lineNumbers(text: string): (offset: number) => number {
  const lines = new Uint32Array(Math.floor(text.length / STEP) + 1)
  let line = 1
  for (let at = 0; at < text.length; at += 1) {
    if (at % STEP === 0) lines[at / STEP] = line
    if (text.charCodeAt(at) === LINE_FEED) line += 1
  }
  return (offset) => {
    const end = Math.min(offset, text.length)
    const start = Math.min(Math.floor(end / STEP), lines.length - 1)
    let found = lines[start] || line
    for (let at = start * STEP; at < end; at += 1) if (text.charCodeAt(at) === LINE_FEED) found += 1
    return found
  }
}
