const ESC = '\u001b'
const BEL = '\u0007'
/** The rest of a control sequence (ECMA-48: colours, cursor movements) or of an escape of two characters, after ESC. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/

/** A text without the codes that only terminals read. */
export function withoutTerminalCodes(text: string): string {
  const [start = '', ...pieces] = text.split(ESC)
  return start + pieces.map((piece, at) => afterCode(piece, pieces[at + 1])).join('')
}

/** The text after an ESC without the code that begins there; with the ESC where none does. */
function afterCode(piece: string, next: string | undefined): string {
  // A string, as a window's title, ends with BEL or with ESC and a backslash.
  const end = piece.startsWith(']') ? piece.indexOf(BEL) : -1
  if (end !== -1) return piece.slice(end + 1)
  if (piece.startsWith(']') && next?.startsWith('\\')) return ''
  return SEQUENCE.test(piece) ? piece.replace(SEQUENCE, '') : ESC + piece
}
