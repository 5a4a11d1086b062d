import type { ImportIssue } from '@gatehouse/domain/launch'
import { type ConfigTree, valueTree } from './config-tree.ts'
import { readJsonText } from './json-text.ts'
import { readYamlText, MAX_PLAIN_CHARACTERS } from './yaml-text.ts'
import { parse, TomlError } from 'smol-toml'

/** Arrays and inline tables within one another. */
const MAX_DEPTH = 32

/** A line that only TOML begins with: a table, or a key with an equals sign. */
const TOML_LINE = /^[ \t]*(?:\[{1,2}[\w."' -]+\]{1,2}|[\w"'.-]+[ \t]*=)/m
const YAML_LINE = /^[ \t]*(?:- )?[\w"'./@-]+:(?:[ \t]|$)/m
const FRAGMENT = /^(?:"[^"\n]*"|[A-Za-z_]\w*)[ \t]*:\s*[{["]/

/**
 * Reads a text in its own syntax. A text of no known syntax is treated as JSON, and its JSON problem is returned.
 */
export function readSyntax(text: string): ConfigTree | ImportIssue {
  const start = text.replace(/^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/, '')
  const isJson = start === '' || start.startsWith('{') || /^\[\s*[\]{"]/.test(start)
  if (isJson) return readJsonText(text)
  if (FRAGMENT.test(start)) {
    const whole = readFragment(text)
    if (!('code' in whole)) return whole
  }
  const head = text.slice(0, 20_000)
  if (TOML_LINE.test(head)) return readTomlText(text)
  if (YAML_LINE.test(head)) return readYamlText(text)
  return readJsonText(text)
}

/** `"name": { … }` as it is copied out of a file, without the braces around it. */
function readFragment(text: string): ConfigTree | ImportIssue {
  return readJsonText(`{${text}\n}`)
}

/** The syntax that {@link readSyntax} takes a text for; null for none. */
export function looksStructured(text: string): boolean {
  const start = text.trimStart()
  return (
    /^[{[]/.test(start) ||
    FRAGMENT.test(start) ||
    TOML_LINE.test(text.slice(0, 20_000)) ||
    YAML_LINE.test(text.slice(0, 20_000))
  )
}

/** Reads a TOML text as nodes; answers with the issue when it is not TOML. */
function readTomlText(text: string): ConfigTree | ImportIssue {
  if (text.length > MAX_PLAIN_CHARACTERS)
    return { code: 'too-much', at: '', line: null, detail: String(MAX_PLAIN_CHARACTERS) }
  try {
    return valueTree(parse(text, { maxDepth: MAX_DEPTH }))
  } catch (error) {
    const line = error instanceof TomlError ? error.line : null
    return { code: 'not-toml', at: '', line, detail: '' }
  }
}
