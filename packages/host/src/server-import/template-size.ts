import type { ImportIssue } from '@gatehouse/domain/launch'
import type { LaunchTemplate, NamedTemplate, VariableValue } from './launch-template.ts'
import type { Template } from './template.ts'

/** Limits on what a file may become, in characters: a folder or a default is filled in wherever it is named. */
export const IMPORT_LIMITS = {
  /** One text: the longest that any field takes. */
  text: 65_536,
  /** All texts of one launch. More is not a command line on most systems. */
  launch: 262_144,
  /** All launches of a file, or of one review. */
  together: 2_000_000,
  /** All files of one import, with their reports. */
  session: 4_000_000,
  /** Arguments, or variables of the environment, of one launch. */
  values: 256,
  /** Places of one launch that a variable fills in. */
  variables: 256,
}

/** Each is a question or a line of its own for the person. */
const WEIGHT_OF_VARIABLE = 256

/** Size of a launch once its variables are filled in. Measured without filling them in. Makes nothing. */
export interface TemplateSize {
  /** Characters of all of its texts, and a weight for what else is shown of it. */
  whole: number
  /** The reason not to fill it in. */
  issue: ImportIssue | undefined
}

/** Undefined from `valueOf` counts as what is written in the file. */
export function templateSize(
  target: LaunchTemplate,
  at: string,
  valueOf: VariableValue,
): TemplateSize {
  let whole = 0
  let variables = 0
  let issue: ImportIssue | undefined
  const refuse = (code: ImportIssue['code'], field: string, detail = ''): void => {
    issue ??= { code, at: [at, field].filter(Boolean).join('.'), line: null, detail }
  }
  const add = (field: string, template: Template): void => {
    let length = 0
    for (const part of template) {
      if (part.kind !== 'text') variables += 1
      length += part.kind === 'text' ? part.text.length : lengthOf(valueOf(part), part.raw)
    }
    if (length > IMPORT_LIMITS.text) refuse('too-long', field)
    whole += length
  }
  const addAll = (field: string, values: readonly NamedTemplate[]): void => {
    if (values.length > IMPORT_LIMITS.values) refuse('too-many', field)
    for (const { name, value } of values) {
      whole += name.length
      add(field, value)
    }
  }
  if (target.kind === 'http') {
    add('url', target.url)
    addAll('headers', target.headers)
  } else {
    add('command', target.command)
    if (target.args.length > IMPORT_LIMITS.values) refuse('too-many', 'args')
    for (const argument of target.args) add('args', argument)
    addAll('env', target.env)
    if (target.cwd) add('cwd', target.cwd)
  }
  if (variables > IMPORT_LIMITS.variables) refuse('too-many', '')
  if (whole > IMPORT_LIMITS.launch) refuse('too-much', '', String(IMPORT_LIMITS.launch))
  return { whole: whole + variables * WEIGHT_OF_VARIABLE, issue }
}

function lengthOf(value: ReturnType<VariableValue>, raw: string): number {
  if (value === null) return 0
  return typeof value === 'object' ? value.join('\n').length : (value ?? raw).length
}

/** Counts launches that are made together, until there are too many of them. */
export class TemplateSizeBudget {
  #used = 0

  /** Characters of the launches so far. */
  get used(): number {
    return this.#used
  }

  /** Takes a launch in. The issue when it may not be made. */
  take(target: LaunchTemplate, at: string, valueOf: VariableValue): ImportIssue | undefined {
    const { whole, issue } = templateSize(target, at, valueOf)
    if (issue) return issue
    if (this.#used + whole > IMPORT_LIMITS.together)
      return { code: 'too-much', at, line: null, detail: String(IMPORT_LIMITS.together) }
    this.#used += whole
    return undefined
  }
}
