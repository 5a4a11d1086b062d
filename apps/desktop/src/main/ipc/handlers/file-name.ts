const MAX_NAME = 80

/** A name for a file, from a title; what no file system takes is left out. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .normalize('NFC')
    // Control and format characters too: a name that reads as another one is none.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
  const short = Array.from(name).slice(0, MAX_NAME).join('').trim()
  return `${short === '' ? 'chat' : short}${ending}`
}
