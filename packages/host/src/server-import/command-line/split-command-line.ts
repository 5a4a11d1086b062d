/** The words of one line, or the first thing in it that only a shell could do. */
export type CommandWords =
  | { words: string[] }
  | { code: 'shell-syntax' | 'quote-open'; detail: string }

const BLANK = /\s/
const OPERATOR = /[;|&<>()`]/
/** `<YOUR_KEY>`, which is no redirection. */
const PLACEHOLDER = /<[A-Za-z][^<>|&;\n]{0,80}>/y
const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{[A-Za-z_][\w:]*(?::?-[^{}]*)?\})/y

/**
 * Splits a command line at its blanks, with the quotes and escapes of POSIX shells, but runs no shell: a pipe, list,
 * redirection or substitution outside quotes is refused. `$NAME` becomes `${NAME}`. A backslash before a letter
 * stays, as in a path of Windows.
 */
export function splitCommandLine(line: string): CommandWords {
  return new WordReader(line.replaceAll(/[\\^`]\r?\n/g, ' ')).read()
}

class WordReader {
  readonly #line: string
  readonly #words: string[] = []
  #at = 0
  #word: string | null = null

  constructor(line: string) {
    this.#line = line
  }

  read(): CommandWords {
    while (this.#at < this.#line.length) {
      const problem = this.#next()
      if (problem) return problem
    }
    this.#end()
    return { words: this.#words }
  }

  #next(): Exclude<CommandWords, { words: string[] }> | undefined {
    const char = this.#line[this.#at] ?? ''
    if (BLANK.test(char)) {
      this.#end()
      this.#at += 1
      return undefined
    }
    if (char === "'" || char === '"') return this.#quoted(char)
    if (char === '\\') return this.#escape(/[\s"'\\$`;|&<>()]/)
    const taken = char === '<' ? this.#match(PLACEHOLDER)?.[0] : undefined
    if (taken) return this.#add(taken, taken.length)
    if (char === '$') return this.#variable()
    if (OPERATOR.test(char)) return { code: 'shell-syntax', detail: this.#shown() }
    return this.#add(char, 1)
  }

  #quoted(quote: string): Exclude<CommandWords, { words: string[] }> | undefined {
    const start = this.#at
    this.#add('', 1)
    while (this.#line[this.#at] !== quote) {
      const char = this.#line[this.#at]
      if (char === undefined)
        return { code: 'quote-open', detail: this.#line.slice(start, start + 40) }
      if (quote === "'") this.#add(char, 1)
      else if (char === '\\') this.#escape(/["\\$`]/)
      else if (char === '`') return { code: 'shell-syntax', detail: this.#shown() }
      else if (char === '$') {
        const problem = this.#variable()
        if (problem) return problem
      } else this.#add(char, 1)
    }
    this.#at += 1
    return undefined
  }

  #escape(escapable: RegExp): undefined {
    const next = this.#line[this.#at + 1]
    if (next !== undefined && escapable.test(next)) return this.#add(next, 2)
    return this.#add('\\', 1)
  }

  #variable(): Exclude<CommandWords, { words: string[] }> | undefined {
    if (this.#line[this.#at + 1] === '(') return { code: 'shell-syntax', detail: this.#shown() }
    const [whole, name] = this.#match(VARIABLE) ?? []
    if (whole === undefined) return this.#add('$', 1)
    return this.#add(name === undefined ? whole : `\${${name}}`, whole.length)
  }

  /** A match at the place that is read. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#line)
  }

  #add(text: string, length: number): undefined {
    this.#word = (this.#word ?? '') + text
    this.#at += length
    return undefined
  }

  #end(): void {
    if (this.#word !== null) this.#words.push(this.#word)
    this.#word = null
  }

  /** The place of the problem, as it is written. */
  #shown(): string {
    return this.#line.slice(Math.max(0, this.#at - 12), this.#at + 12).trim()
  }
}
