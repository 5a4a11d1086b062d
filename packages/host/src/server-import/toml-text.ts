import type { ImportIssue } from '@gatehouse/domain/launch'
import { parse, TomlError } from 'smol-toml'
import { valueTree, type ConfigTree } from './config-tree.ts'
import { MAX_PLAIN_CHARACTERS } from './yaml-text.ts'

/** Arrays and inline tables within one another. */
const MAX_DEPTH = 32

/** Reads a TOML text as nodes; answers with the issue when it is not TOML. */
export function readTomlText(text: string): ConfigTree | ImportIssue {
  if (text.length > MAX_PLAIN_CHARACTERS)
    return { code: 'too-much', at: '', line: null, detail: String(MAX_PLAIN_CHARACTERS) }
  try {
    return valueTree(parse(text, { maxDepth: MAX_DEPTH }))
  } catch (error) {
    const line = error instanceof TomlError ? error.line : null
    return { code: 'not-toml', at: '', line, detail: '' }
  }
}
