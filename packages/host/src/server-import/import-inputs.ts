import { isSecretName, looksSecret } from '@gatehouse/domain'
import type { ImportInput } from '@gatehouse/domain/launch'
import type { LaunchTemplate, VariableValue } from './launch-template.ts'
import { variablesThatDecideCode, templateVariables, valuesOf } from './fill-launch-template.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { ParsedConfig } from './read-config.ts'
import { variablesOf } from './template.ts'

type Variable = Parameters<VariableValue>[0]

/** An input that a file leaves open, and its value when the person types nothing. Stays in main. */
export interface UnresolvedInput {
  view: ImportInput
  /** Used when nothing is typed. May be a secret. */
  value: string | undefined
  /** With no value, what it would fill is left out. */
  isOptional?: boolean
}

export interface InputSources {
  nextId(): string
  hasVariable(name: string): boolean
  /** A variable of the person's own environment; asked for only once they allowed it for a server. */
  variable(name: string): string | undefined
}

/** The inputs and environment variables that the servers of a file use, by {@link inputKey}. */
export function unresolvedInputs(
  { servers, inputs }: ParsedConfig,
  sources: InputSources,
): Map<string, UnresolvedInput> {
  const open = new Map<string, UnresolvedInput>()
  const targets = servers.flatMap(({ target }) => target ?? [])
  const definitions = new Map(inputs.map((input) => [input.name, input]))
  const plain = new Set(targets.flatMap((target) => templateVariables(target).plain.map(inputKey)))
  const deciding = new Set(targets.flatMap(variablesThatDecideCode).map(inputKey))
  const secretInputs = new Set(
    targets.flatMap(valuesOf).flatMap(({ name, value }) => {
      return isSecretName(name) ? variablesOf(value).map(inputKey) : []
    }),
  )
  for (const variable of targets.flatMap((target) => templateVariables(target).all)) {
    const key = inputKey(variable)
    if (open.has(key)) continue
    if (variable.kind === 'environment')
      open.set(
        key,
        environmentInput(variable, {
          isUsedAsSecret: secretInputs.has(key),
          isRequired: plain.has(key) || deciding.has(key),
          sources,
        }),
      )
    else {
      const definition = definitions.get(variable.name)
      const asked = { name: variable.name, isUsedAsSecret: secretInputs.has(key) }
      open.set(key, askedInput(asked, definition, sources))
    }
  }
  return open
}

/** The key of an input: the same variable with another default is another input. */
export function inputKey(variable: Variable): string {
  return JSON.stringify(
    variable.kind === 'input'
      ? ['input', variable.name]
      : ['environment', variable.name, variable.fallback],
  )
}

/** Inputs that a server uses and that are to be typed unseen. */
export function usesSecret(
  target: LaunchTemplate,
  open: ReadonlyMap<string, UnresolvedInput>,
): boolean {
  return templateVariables(target).plain.some(
    (one) => open.get(inputKey(one))?.view.secret === true,
  )
}

/**
 * Values made of a secret default of the file that no one typed: they go into the keychain whatever was
 * chosen, or any configuration could show them.
 */
export function foundSecrets(
  target: LaunchTemplate,
  open: ReadonlyMap<string, UnresolvedInput>,
  typed: ReadonlyMap<string, string>,
): string[] {
  const isFound = (variable: Variable): boolean => {
    const input = open.get(inputKey(variable))
    return input?.view.secret === true && input.view.set && !typed.get(input.view.id)
  }
  return valuesOf(target)
    .filter(({ value }) => variablesOf(value).some(isFound))
    .map(({ name }) => name)
}

function askedInput(
  { name, isUsedAsSecret }: { name: string; isUsedAsSecret: boolean },
  definition: ParsedInput | undefined,
  sources: InputSources,
): UnresolvedInput {
  const { kind = 'text', description = '', options = [], fallback = null } = definition ?? {}
  const { note, many, min, max, isOptional = false } = definition ?? {}
  const secret =
    isUsedAsSecret || kind === 'password' || looksSecret(name, fallback ?? '') || isSecretName(name)
  const usable = kind === 'choice' && fallback !== null && !options.includes(fallback)
  const value = usable ? null : fallback
  return {
    view: {
      id: sources.nextId(),
      kind: secret && kind === 'text' ? 'password' : kind,
      name,
      description,
      options,
      fallback: secret ? null : value,
      set: secret && value !== null && value !== '',
      required: !isOptional && (value === null || value === ''),
      secret,
      ...(note === undefined ? {} : { note }),
      ...(many === true ? { many } : {}),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    },
    value: value ?? undefined,
    isOptional,
  }
}

/** Nothing of the environment is read here: its own value comes in only where a server is allowed it. */
function environmentInput(
  { name, fallback }: Extract<Variable, { kind: 'environment' }>,
  {
    isUsedAsSecret,
    isRequired,
    sources,
  }: { isUsedAsSecret: boolean; isRequired: boolean; sources: InputSources },
): UnresolvedInput {
  const secret = isUsedAsSecret || isSecretName(name) || looksSecret(name, fallback ?? '')
  const hasFallback = fallback !== null && fallback !== ''
  return {
    view: {
      id: sources.nextId(),
      kind: 'environment',
      name,
      description: '',
      options: [],
      fallback: secret ? null : fallback,
      set: secret && hasFallback,
      required: isRequired && !hasFallback,
      secret,
    },
    value: fallback ?? undefined,
  }
}
