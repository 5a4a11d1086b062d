import type { ImportIssue } from '@gatehouse/domain/launch'
import { Lexer, LineCounter, parseDocument, Parser } from 'yaml'
import { valueTree, type ConfigTree } from './config-tree.ts'

/** Characters of a TOML or YAML text that are parsed: these parsers hold main up for longer than that of JSON. */
export const MAX_PLAIN_CHARACTERS = 200_000
/** Nodes within one another. The library composes by recursion. */
const MAX_DEPTH = 32
const MAX_ALIASES = 100

/** Reads a YAML text (core schema, merge keys) as nodes; answers with the issue when it is not YAML. */
export function readYamlText(text: string): ConfigTree | ImportIssue {
  if (text.length > MAX_PLAIN_CHARACTERS)
    return { code: 'too-much', at: '', line: null, detail: String(MAX_PLAIN_CHARACTERS) }
  const breach = findTokenProblem(text)
  if (breach) return breach
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      schema: 'core',
      merge: true,
      logLevel: 'silent',
      prettyErrors: false,
      lineCounter: lines,
    })
    const [error] = document.errors
    if (error) return notYaml(lines.linePos(error.pos[0]).line)
    return valueTree(document.toJS({ maxAliasCount: MAX_ALIASES }))
  } catch {
    return notYaml(null)
  }
}

/** Token by token, so that nothing deeper than the bound is ever built. */
function findTokenProblem(text: string): ImportIssue | undefined {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) if (token.type === 'error') return notYaml(null)
    if (parser.stack.length > 2 * MAX_DEPTH)
      return { code: 'too-deep', at: '', line: null, detail: String(MAX_DEPTH) }
  }
  return undefined
}

function notYaml(line: number | null): ImportIssue {
  return { code: 'not-yaml', at: '', line: line && line > 0 ? line : null, detail: '' }
}
