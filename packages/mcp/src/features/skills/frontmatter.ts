import { Lexer, parseDocument, Parser } from 'yaml'

/** Parsing holds everything else up; the head of a skill in use is a tenth of this. */
const MAX_CHARACTERS = 8192
/** Nodes within one another. The library composes by recursion, and V8 ends the app where the stack ends. */
const MAX_DEPTH = 32

/**
 * The YAML at the head of a SKILL.md as the JSON object that its skill's entry must equal. Throws in
 * words when it is not a mapping, is not YAML, or is too long or too deep to be looked at.
 */
export function parseFrontmatter(yaml: string): Record<string, unknown> {
  if (yaml.length > MAX_CHARACTERS) throw new Error(`it has more than ${MAX_CHARACTERS} characters`)
  assertShallow(yaml)
  // The core schema has only the types of JSON: a date stays text.
  const document = parseDocument(yaml, {
    schema: 'core',
    logLevel: 'error',
    // Every error would be drawn with its line, which takes the square of their number.
    prettyErrors: false,
  })
  const [error] = document.errors
  if (error) throw error
  const parsed: unknown = document.toJS()
  if (!isMapping(parsed)) throw new Error('it is not a mapping of names to values')
  return parsed
}

/** Token by token, so that nothing deeper than the bound is ever built. */
function assertShallow(yaml: string): void {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(yaml)) {
    for (const token of parser.next(lexeme))
      if (token.type === 'error') throw new Error(token.message)
    if (parser.stack.length > MAX_DEPTH) throw new Error(`it is more than ${MAX_DEPTH} deep`)
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
