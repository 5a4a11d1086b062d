import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument } from '../reading.ts'

/** Groups that hold no text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl header footer headerl headerr footerl footerr fldinst filetbl revtbl mmathPr'.split(
    ' ',
  ),
)

/** Character sets of fonts, as labels of encodings (RTF 1.9.1, `\fcharset`). */
const CHARSETS: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Code pages that have another label. */
const PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
}

interface Group {
  isSkipped: boolean
  /** Characters that stand for one of Unicode and are left out. */
  fallback: number
  font: number
  isHeading: number
}

const MOST_GROUPS = 10_000
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': ' ',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
}

/** One token of the text: a control word or symbol with its number, a brace, a byte in hex, or characters. */
const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]/giy

/** Paragraphs and tables of an RTF document (RTF 1.9.1). Objects, fields' instructions and pictures are skipped. */
export function readRtf(bytes: Uint8Array): ReadDocument {
  // Each byte is one character; letters beyond ASCII are escaped.
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new ReadingProblem('damaged')
  const reader = new RtfReader()
  for (const match of source.matchAll(TOKEN)) reader.take(match)
  return { format: 'rtf', unit: 'whole', count: 1, ...reader.finish() }
}

/** The state between the tokens of a document. */
class RtfReader {
  readonly #writer = new MarkdownWriter()
  readonly #stack: Group[] = []
  #group: Group = { isSkipped: false, fallback: 1, font: 0, isHeading: 0 }
  /** Encodings of fonts. */
  readonly #fonts = new Map<number, string>()
  #definedFont = 0
  /** Depth of the table of fonts, while it is read. */
  #fontTable = 0
  #page = 'windows-1252'
  /** Bytes of characters that may have several. */
  #bytes: number[] = []
  #toSkip = 0
  #pictures = 0
  #inTable = false
  #isAfterRow = false
  #isStar = false

  take([, word, number, hex, symbol, brace, text]: readonly (string | undefined)[]): void {
    if (brace === '{') this.#open()
    else if (brace === '}') this.#close()
    else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
    else if (symbol !== undefined) this.#symbol(symbol)
    else if (word !== undefined)
      this.#control(word, number === undefined ? undefined : Number(number))
    else if (text !== undefined) {
      const rest = text.slice(this.#toSkip)
      this.#toSkip = Math.max(0, this.#toSkip - text.length)
      if (rest !== '') this.#write(rest)
    }
  }

  finish(): Pick<ReadDocument, 'text' | 'gaps'> {
    this.#flush()
    this.#endTable()
    const text = this.#writer.finish()
    return { text, gaps: gapsOf({ pictures: this.#pictures, cut: this.#writer.isFull ? 1 : 0 }) }
  }

  #open(): void {
    this.#flush()
    if (this.#stack.length > MOST_GROUPS) throw new ReadingProblem('damaged')
    this.#stack.push({ ...this.#group })
  }

  #close(): void {
    this.#flush()
    if (this.#stack.length <= this.#fontTable) this.#fontTable = 0
    this.#group = this.#stack.pop() ?? this.#group
    this.#isStar = false
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1
    else if (!this.#group.isSkipped) this.#bytes.push(byte)
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isStar = true
    else if (CHARACTERS[symbol] !== undefined) this.#write(CHARACTERS[symbol])
  }

  #control(word: string, value: number | undefined): void {
    if (word === 'fonttbl') this.#fontTable = this.#stack.length
    if (word === 'pict' && !this.#group.isSkipped) this.#pictures += 1
    if (this.#isStar || SKIPPED.has(word)) this.#group.isSkipped = true
    this.#isStar = false
    if (word === 'fcharset' || word === 'ansicpg' || (word === 'f' && this.#fontTable > 0))
      return this.#words[word]?.(value)
    if (this.#group.isSkipped) return
    const own = CHARACTERS[word]
    if (own !== undefined) this.#write(own)
    else if (Object.hasOwn(this.#words, word)) {
      this.#flush()
      this.#words[word]?.(value)
    }
  }

  readonly #words: Readonly<Record<string, (value: number | undefined) => void>> = {
    par: () => this.#endParagraph(),
    pard: () => void (this.#group.isHeading = 0),
    outlinelevel: (value = 0) => void (this.#group.isHeading = value < 6 ? value + 1 : 0),
    line: () => this.#writer.lineBreak(),
    sect: () => this.#writer.endBlock(),
    page: () => this.#writer.endBlock(),
    trowd: () => this.#openRow(),
    row: () => void (this.#isAfterRow = true),
    cell: () => {
      this.#writer.closeCell()
      this.#writer.openCell()
    },
    u: (value = 0) => {
      this.#write(String.fromCharCode(value < 0 ? value + 65_536 : value))
      this.#toSkip = this.#group.fallback
    },
    uc: (value = 1) => void (this.#group.fallback = value),
    f: (value = 0) => {
      this.#flush()
      if (this.#fontTable > 0) this.#definedFont = value
      else this.#group.font = value
    },
    fcharset: (value = 0) => {
      const encoding = CHARSETS[value]
      if (encoding !== undefined) this.#fonts.set(this.#definedFont, encoding)
    },
    ansicpg: (value = 1252) => void (this.#page = PAGES[value] ?? `windows-${value}`),
  }

  #endParagraph(): void {
    if (this.#inTable) return this.#writer.text(' ')
    if (this.#group.isHeading > 0) this.#writer.asHeading(this.#group.isHeading)
    this.#writer.endBlock()
  }

  #openRow(): void {
    this.#isAfterRow = false
    if (!this.#inTable) this.#writer.openTable()
    this.#inTable = true
    this.#writer.openRow()
    this.#writer.openCell()
  }

  #endTable(): void {
    if (this.#inTable) this.#writer.closeTable()
    this.#inTable = false
  }

  /** Text behind a row that no other row follows is behind the table. */
  #leaveTable(): void {
    if (this.#isAfterRow) this.#endTable()
    this.#isAfterRow = false
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    this.#leaveTable()
    const encoding = this.#fonts.get(this.#group.font) ?? this.#page
    this.#writer.text(decoder(encoding).decode(Uint8Array.from(this.#bytes)))
    this.#bytes = []
  }

  #write(text: string): void {
    this.#flush()
    if (this.#group.isSkipped) return
    this.#leaveTable()
    this.#writer.text(text)
  }
}

function decoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
