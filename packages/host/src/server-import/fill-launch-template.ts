import { draftTransportSchema, type DraftTransport, type DraftValue } from '@gatehouse/domain'
import { variableEffect, type ImportIssue, type ImportIssueCode } from '@gatehouse/domain/launch'
import { templateSize } from './template-size.ts'
import type {
  LaunchTemplate,
  NamedTemplate,
  ConfigVariable,
  VariableValue,
} from './launch-template.ts'
import { templateSource, variablesOf, type Template } from './template.ts'

/**
 * The launch with its variables filled in. `secrets` names the values that go into the keychain; what
 * decides what runs never does. `missing` names those for which nothing was given: the person is asked
 * for them before the first start.
 */
export function fillLaunchTemplate(
  target: LaunchTemplate,
  valueOf: VariableValue,
  { secrets, missing }: { secrets: ReadonlySet<string>; missing?: ReadonlySet<string> },
): DraftTransport {
  const text = (template: Template): string => fill(template, valueOf)
  const values = (list: NamedTemplate[]): DraftValue[] =>
    list.flatMap(({ name, value }): DraftValue[] => {
      if (isLeftOut(value, valueOf)) return []
      if (missing?.has(name)) return [{ name, value: null, secret: true }]
      const canHide = target.kind === 'http' || variableEffect(name) === null
      return [{ name, value: text(value), secret: canHide && secrets.has(name) }]
    })
  if (target.kind === 'http')
    return {
      kind: 'http',
      url: text(target.url),
      headers: values(target.headers),
      ...(target.httpTransport === 'auto' ? {} : { httpTransport: target.httpTransport }),
    }
  return {
    kind: 'stdio',
    command: text(target.command),
    args: fillArguments(target.args, valueOf),
    env: values(target.env),
    ...(target.cwd === null ? {} : { cwd: text(target.cwd) }),
  }
}

/** Every variable of a launch, and those of them that stand in plain sight: not in a value. */
export function templateVariables(target: LaunchTemplate): {
  all: ConfigVariable[]
  plain: ConfigVariable[]
} {
  const plainTexts =
    target.kind === 'http'
      ? [target.url]
      : [target.command, ...target.args, ...(target.cwd === null ? [] : [target.cwd])]
  const plain = plainTexts.flatMap(variablesOf)
  return { all: [...plain, ...valuesOf(target).flatMap(({ value }) => variablesOf(value))], plain }
}

/** Variables in values that decide what runs: those are never hidden, and cannot be left open. */
export function variablesThatDecideCode(target: LaunchTemplate): ConfigVariable[] {
  if (target.kind === 'http') return []
  return target.env
    .filter(({ name }) => variableEffect(name) !== null)
    .flatMap(({ value }) => variablesOf(value))
}

/** The environment of a command, the headers of a URL. */
export function valuesOf(target: LaunchTemplate): NamedTemplate[] {
  return target.kind === 'http' ? target.headers : target.env
}

/**
 * Returns the reasons for which a launch cannot be saved as it is. Before variables are filled in, each stands for
 * one letter: a fault found then remains a fault.
 */
export function checkLaunchTemplate(target: LaunchTemplate, at: string): ImportIssue[] {
  const { issue } = templateSize(target, at, () => undefined)
  if (issue) return [issue]
  const isOpenUrl = target.kind === 'http' && target.url[0]?.kind !== 'text'
  const probe = fillLaunchTemplate(target, () => 'x', { secrets: new Set() })
  if (probe.kind === 'http' && isOpenUrl) probe.url = 'https://x'
  return checkDraft(probe, at)
}

/** Checks a launch that is filled in. */
export function checkDraft(draft: DraftTransport, at: string): ImportIssue[] {
  const checked = draftTransportSchema.safeParse(draft)
  if (checked.success) return []
  return checked.error.issues.map(({ code, path, ...issue }) => {
    const isList = code === 'too_big' && 'origin' in issue && issue.origin === 'array'
    return {
      code: codeOf(code, { path, isList }),
      at: placeIn(draft, { path, at }),
      line: null,
      detail: '',
    }
  })
}

function codeOf(
  code: string,
  { path, isList }: { path: PropertyKey[]; isList: boolean },
): ImportIssueCode {
  if (path[0] === 'url' && code !== 'too_big') return 'url-invalid'
  if (path.length === 0) return 'too-much-to-read'
  if (code === 'custom') return 'repeated-name'
  if (code === 'too_big') return isList ? 'too-many' : 'too-long'
  if (code === 'too_small') return 'empty'
  if (path[2] !== 'name') return 'nul'
  return path[0] === 'env' ? 'variable-name' : 'header-name'
}

/** `env[3].value` in the words of the file: `env.TOKEN`. */
function placeIn(draft: DraftTransport, { path, at }: { path: PropertyKey[]; at: string }): string {
  const [field, index] = path
  if (field === undefined) return at
  const dot = at === '' ? '' : '.'
  if (field === 'args') return `${at}${dot}args${index === undefined ? '' : `[${String(index)}]`}`
  const values = draft.kind === 'http' ? draft.headers : draft.env
  const name = typeof index === 'number' ? values[index]?.name : undefined
  return `${at}${dot}${String(field)}${name === undefined ? '' : `.${name.slice(0, 100)}`}`
}

function fill(template: Template, valueOf: VariableValue): string {
  return template
    .map((part) => {
      if (part.kind === 'text') return part.text
      const value = valueOf(part)
      if (value === null) return ''
      return typeof value === 'object' ? value.join('\n') : (value ?? templateSource([part]))
    })
    .join('')
}

const isLeftOut = (template: Template, valueOf: VariableValue): boolean =>
  variablesOf(template).some((variable) => valueOf(variable) === null)

/** An option before its value: `--key`, `-e`. */
const OPTION = /^--?[A-Za-z][\w-]*$/

/** Each argument filled in; a list becomes several. One that is left out takes the option before it along. */
function fillArguments(templates: readonly Template[], valueOf: VariableValue): string[] {
  const filled: string[] = []
  let option = false
  for (const template of templates) {
    if (isLeftOut(template, valueOf)) {
      if (option) filled.pop()
      option = false
      continue
    }
    const [part] = template
    const value = part && template.length === 1 && part.kind !== 'text' ? valueOf(part) : undefined
    const isList = typeof value === 'object' && value !== null
    const texts = isList ? value : [fill(template, valueOf)]
    filled.push(...texts)
    option = part?.kind === 'text' && template.length === 1 && OPTION.test(part.text)
  }
  return filled
}
