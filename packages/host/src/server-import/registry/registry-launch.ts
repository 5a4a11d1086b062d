import type { RegistryInput, RegistryPackage, RegistryTransport } from '@gatehouse/domain/launch'
import type { LaunchTemplate, NamedTemplate } from '../launch-template.ts'
import type { ParsedInput } from '../parsed-input.ts'
import type { Template, TemplatePart } from '../template.ts'

type Argument = RegistryPackage['packageArguments'][number]

interface Runner {
  /** The first is used where the entry hints at none of them. */
  commands: readonly string[]
  /** The public index of its packages. */
  index: RegExp
  /** Arguments around the package. `options`: those of the entry for the runner. */
  line: (parts: { spec: string; index: readonly string[]; own: Template[] }) => Template[]
  /** The option that names another index. */
  indexOption: string
  /** Between the name and the version of a package. */
  versionMark: string
}

const textPart = (text: string): TemplatePart => ({ kind: 'text', text })
const words = (...texts: string[]): Template[] => texts.map((text) => [textPart(text)])
const says = (own: readonly Template[], ...options: string[]): boolean =>
  own.some(([part]) => part?.kind === 'text' && options.includes(part.text))

/** Programs that start a package of each type. Cargo and Go have none. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: {
    commands: ['npx', 'bunx', 'pnpx'],
    index: /^https?:\/\/registry\.npmjs\.(?:org|com)\/?$/,
    indexOption: '--registry',
    versionMark: '@',
    line: ({ spec, index, own }) => [
      ...(says(own, '-y', '--yes') ? [] : words('-y')),
      ...words(...index),
      ...own,
      ...words(spec),
    ],
  },
  pypi: {
    commands: ['uvx'],
    index: /^https?:\/\/pypi\.org(?:\/simple)?\/?$/,
    indexOption: '--default-index',
    versionMark: '==',
    line: ({ spec, index, own }) => [...words(...index), ...own, ...words(spec)],
  },
  nuget: {
    commands: ['dnx'],
    index: /^https?:\/\/(?:api\.)?nuget\.org(?:\/v3\/index\.json)?\/?$/,
    indexOption: '--source',
    versionMark: '@',
    line: ({ spec, index, own }) => [
      ...words(spec),
      ...(says(own, '--yes', '-y') ? [] : words('--yes')),
      ...words(...index),
      ...own,
    ],
  },
}

/** Reads what an entry of a registry leaves open into inputs, and its launches into templates. */
export class RegistryLaunchReader {
  readonly inputs: ParsedInput[] = []
  /** Names of inputs by their places in the entry. */
  readonly #names = new Map<string, string>()
  /** Names of inputs of the whole text. */
  readonly #taken: Set<string>

  constructor(taken: Set<string>) {
    this.#taken = taken
  }

  /** Null where no program is known that starts packages of this type. */
  packageLaunch(found: RegistryPackage): LaunchTemplate | null {
    const env = this.#values('environmentVariables', found.environmentVariables)
    const own = this.#arguments('runtimeArguments', found.runtimeArguments)
    const args = this.#arguments('packageArguments', found.packageArguments)
    const type = typeOf(found)
    const launch = (command: string, all: Template[]): LaunchTemplate => ({
      kind: 'stdio',
      command: [textPart(command)],
      args: all,
      env,
      cwd: null,
    })
    if (type === 'oci') {
      const command = found.runtimeHint === 'podman' ? 'podman' : 'docker'
      const names = env
        .map(({ name }) => name)
        .filter((name) => !own.some((template) => isVariable(template, name)))
      const start = says(own, 'run') ? [] : words('run')
      const flags = ['-i', '--rm'].filter((option) => !says(own, option))
      const passed = words(...names.flatMap((name) => ['-e', name]))
      const image = words(imageOf(found))
      return launch(command, [...start, ...words(...flags), ...passed, ...own, ...image, ...args])
    }
    const runner = RUNNERS[type]
    if (!runner) return null
    const hinted = found.runtimeHint.replace(/\.(?:exe|cmd)$/, '')
    const command = runner.commands.includes(hinted) ? hinted : (runner.commands[0] ?? '')
    const base = found.registryBaseUrl
    const index = base === '' || runner.index.test(base) ? [] : [runner.indexOption, base]
    const version = found.version === '' ? '' : runner.versionMark + found.version
    const spec = identifierOf(found) + version
    const separated = type === 'nuget' && args.length > 0 ? [...words('--'), ...args] : args
    return launch(command, [...runner.line({ spec, index, own }), ...separated])
  }

  /** Null for a kind of transport that is not known. */
  remoteLaunch(remote: RegistryTransport): LaunchTemplate | null {
    const kind = remote.type || remote.transportType
    const known = /^(?:streamable-?http|http|sse)$/i.test(kind)
    if (!known || remote.url === '') return null
    return {
      kind: 'http',
      url: this.#template('url', remote.url, remote.variables),
      headers: this.#values('headers', remote.headers),
      httpTransport: /sse/i.test(kind) ? 'http-sse' : 'streamable-http',
    }
  }

  #values(
    list: string,
    values: readonly RegistryPackage['environmentVariables'][number][],
  ): NamedTemplate[] {
    return values.map((value) => ({
      name: value.name,
      value: this.#valueOf(`${list}.${value.name}`, value, value.name),
    }))
  }

  #arguments(list: string, args: readonly Argument[]): Template[] {
    return args.flatMap((argument, index) => {
      const at = `${list}[${index}]`
      const label = argument.name || argument.valueHint || argument.description || at
      if (argument.type !== 'named' || argument.name === '')
        return hasNoValue(argument) && argument.valueHint === '' && argument.description === ''
          ? []
          : [this.#valueOf(at, argument, label)]
      const name: Template = [textPart(argument.name)]
      if (argument.format === 'boolean' && argument.value === undefined)
        return [this.#switch(at, argument)]
      const isFlag = hasNoValue(argument) && argument.description === ''
      return isFlag ? [name] : [name, this.#valueOf(at, argument, label)]
    })
  }

  /** An option without a value of its own: there or not. */
  #switch(at: string, argument: Argument): Template {
    const isOn = argument.default === 'true'
    return [
      this.#ask(at, argument.name, {
        ...argument,
        format: '',
        choices: [argument.name],
        default: isOn ? argument.name : undefined,
        isRequired: false,
      }),
    ]
  }

  #valueOf(
    at: string,
    input: RegistryInput & Pick<Argument, 'variables'> & { isRepeated?: boolean; type?: string },
    label: string,
  ): Template {
    if (input.value !== undefined) return this.#template(at, input.value, input.variables)
    const many = input.isRepeated === true && input.type !== 'named'
    return [this.#ask(at, label, input, many)]
  }

  /** `{name}` of a text that the entry explains is asked for; any other stays as it is written. */
  #template(
    at: string,
    text: string,
    variables: Readonly<Record<string, RegistryInput>>,
  ): Template {
    const parts: Template = []
    let end = 0
    for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
      const [raw, name = ''] = match
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (!variable) continue
      parts.push(textPart(text.slice(end, match.index)))
      end = match.index + raw.length
      parts.push(
        variable.value === undefined
          ? this.#ask(`${at}.${name}`, name, variable)
          : textPart(variable.value),
      )
    }
    parts.push(textPart(text.slice(end)))
    return parts.filter((part) => part.kind !== 'text' || part.text !== '')
  }

  /** A name for an input, with a number where another one has it. */
  #freeName(label: string): string {
    let name = label
    for (let count = 2; this.#taken.has(name); count += 1) name = `${label} ${count}`
    this.#taken.add(name)
    return name
  }

  #ask(at: string, label: string, input: RegistryInput, many = false): TemplatePart {
    const known = this.#names.get(at)
    const name = known ?? this.#freeName(label.slice(0, 200))
    this.#names.set(at, name)
    const fallback = input.default ?? null
    const isChoice = input.choices.length > 0
    if (known === undefined)
      this.inputs.push({
        name,
        kind: kindOf(input, label),
        description: label.slice(0, 200),
        note: noteOf(input),
        options: isChoice ? input.choices : input.format === 'boolean' ? ['true', 'false'] : [],
        fallback,
        isOptional: !input.isRequired,
        ...(many && !input.isSecret && !isChoice ? { many } : {}),
      })
    return { kind: 'input', name, raw: `{${label}}` }
  }
}

/** Before 2025-07 the type was the registry's name, and the identifier the package's. */
export function typeOf({ registryType, registryName }: RegistryPackage): string {
  const type = (registryType || registryName).toLowerCase()
  return type === 'docker' ? 'oci' : type
}

export function identifierOf({ identifier, name }: RegistryPackage): string {
  return identifier || name
}

/** A tag or digest of the identifier rules over the version. */
function imageOf(found: RegistryPackage): string {
  const image = identifierOf(found)
  const last = image.split('/').at(-1) ?? ''
  return /[:@]/.test(last) || found.version === '' ? image : `${image}:${found.version}`
}

function hasNoValue({
  value,
  default: fallback,
  choices,
  placeholder,
  isRequired,
  isSecret,
}: Argument): boolean {
  const isGiven = value !== undefined || fallback !== undefined || placeholder !== ''
  return !isGiven && choices.length === 0 && !isRequired && !isSecret
}

function isVariable([part]: Template, name: string): boolean {
  return part?.kind === 'text' && (part.text === name || part.text.startsWith(`${name}=`))
}

function kindOf({ isSecret, choices, format }: RegistryInput, label: string): ParsedInput['kind'] {
  if (isSecret) return 'password'
  if (choices.length > 0 || format === 'boolean') return 'choice'
  if (format === 'directory') return 'folder'
  if (format === 'filepath') return /dir|folder|root|workspace/i.test(label) ? 'folder' : 'file'
  return format === 'number' ? 'number' : 'text'
}

function noteOf({ description, placeholder }: RegistryInput): string {
  return [description, placeholder]
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 1000)
}
