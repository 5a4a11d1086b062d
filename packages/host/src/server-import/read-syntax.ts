import type { ImportIssue } from '@gatehouse/domain/launch'
import type { ConfigTree } from './config-tree.ts'
import { readJsonText } from './json-text.ts'
import { readTomlText } from './toml-text.ts'
import { readYamlText } from './yaml-text.ts'

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
