import {
  GatehouseError,
  type DraftTransport,
  type ServerConfig,
  looksSecret,
} from '@gatehouse/domain'
import {
  type BundleDownload,
  type RegistryEntry,
  type ImportAnswer,
  type ImportChoice,
  type ImportedBundle,
  type ImportedFile,
  type ImportedServer,
  type ImportIssue,
  type ServerImportPreview,
  type LaunchRisk,
} from '@gatehouse/domain/launch'
import type { ImportVariables } from '../ports/index.ts'
import { launchRisks } from '../launch-review/launch-risks.ts'
import {
  checkDraft,
  checkLaunchTemplate,
  fillLaunchTemplate,
  valuesOf,
} from './fill-launch-template.ts'
import { VariableValues } from './variable-values.ts'
import { AllowedEnvironment } from './allowed-environment.ts'
import { foundSecrets, unresolvedInputs, usesSecret, type InputSources } from './import-inputs.ts'
import { viewOf } from './import-view.ts'
import { IMPORT_LIMITS, TemplateSizeBudget } from './template-size.ts'
import { hostVariableRisks } from './host-variables.ts'
import type { ParsedConfig } from './read-config.ts'
import type { ParsedServer } from './read-server.ts'
import type { LaunchTemplate } from './launch-template.ts'
import { launchKey } from './same-launch.ts'
import type { ImportSourceFile, ImportCandidate } from './import-source-file.ts'
import { withoutInvisible } from '@gatehouse/domain/text'

const MAX_NAME = 80

/** Files, or pasted texts, of one import. */
const MAX_FILES = 64

/** A server that is chosen, filled in and named. Its values are real: it never leaves main. */
export interface ResolvedServer {
  serverId: string
  name: string
  transport: DraftTransport
  /** Names of values that hold something of the person's own environment. */
  ownValues: ReadonlySet<string>
  bundle: ParsedConfig['bundle']
  registryEntry: RegistryEntry | undefined
  risks: (transport: DraftTransport, resolved: Parameters<typeof launchRisks>[1]) => LaunchRisk[]
  /** The files that hold secrets of this server in plain text. */
  plainFiles: string[]
}

interface SessionSources extends InputSources {
  /** Facts of a bundle with the trust in its signer at present. */
  judge(bundle: NonNullable<ParsedConfig['bundle']>): ImportedBundle
}

/** Everything that one import has read, secrets included. */
export class ImportSession {
  readonly id: string
  readonly #sources: SessionSources
  readonly #files: ImportSourceFile[] = []

  constructor(sources: SessionSources) {
    this.#sources = sources
    this.id = sources.nextId()
  }

  /** Adds what a file holds; reading the same file again takes the place of what it held. */
  add(config: ParsedConfig, path: string | null): void {
    const id = this.#sources.nextId()
    const inputs = unresolvedInputs(config, this.#sources)
    const file: ImportSourceFile = { id, path, config, inputs, servers: [], size: 0 }
    const budget = new TemplateSizeBudget()
    file.servers = config.servers.map((parsed) => {
      const late = parsed.target ? checkParsed(parsed.target, parsed.at, budget) : []
      const problems = [...parsed.problems, ...late.map((one) => ({ ...one, line: parsed.line }))]
      const target = problems.length > 0 ? null : parsed.target
      return { id: this.#sources.nextId(), parsed, target, problems, file, variableFiles: [] }
    })
    const old = path === null ? -1 : this.#files.findIndex((one) => one.path === path)
    if (old < 0) this.#files.push(file)
    else this.#files[old] = file
    file.size = budget.used + sizeOfIssues(file)
    this.#forgetOldest()
  }

  /** Forgets everything that was read, with its secrets. */
  forget(): void {
    this.#files.length = 0
  }

  /** Discards the oldest texts beyond the limit; they can no longer be chosen. */
  #forgetOldest(): void {
    const size = (): number => this.#files.reduce((sum, one) => sum + one.size, 0)
    while (
      this.#files.length > MAX_FILES ||
      (this.#files.length > 1 && size() > IMPORT_LIMITS.session)
    )
      this.#files.shift()
  }

  /** True for the folder of a bundle that was read and may still be added. */
  isReadFrom(folder: string): boolean {
    return this.#files.some(({ config }) => config.bundle?.folder === folder)
  }

  /** The bundle of a server. Throws `import/server-gone` for one that needs none. */
  downloadOf(serverId: string): BundleDownload & Pick<ParsedServer, 'registryEntry'> {
    const server = this.#files.flatMap((file) => file.servers).find(({ id }) => id === serverId)
    const { download, registryEntry } = server?.parsed ?? {}
    if (!download) throw serverGone()
    return { ...download, ...(registryEntry ? { registryEntry } : {}) }
  }

  /** Adds variables to a server that is started by command; those that it has already stay. */
  addVariables(serverId: string, { path, values }: ImportVariables): void {
    const server = this.#find(serverId)
    if (server.target?.kind !== 'stdio') return
    const { env } = server.target
    const names = new Set(env.map(({ name }) => name))
    const more = values
      .filter(({ name }) => !names.has(name))
      .map(({ name, value }) => ({ name, value: [{ kind: 'text' as const, text: value }] }))
    const target = { ...server.target, env: [...env, ...more] }
    const [issue] = checkLaunchTemplate(target, server.parsed.at)
    if (issue) throw invalid(server.parsed.key, issue)
    server.target = target
    server.variableFiles.push(path)
    const notes = server.parsed.notes.filter(({ code }) => code !== 'env-file')
    server.parsed = { ...server.parsed, notes }
  }

  /** The preview for the window. `existing`: the servers that exist already. */
  preview(existing: readonly ServerConfig[]): ServerImportPreview {
    const taken = new Set(existing.map(({ name }) => name.toLowerCase()))
    const seen = new Map(
      existing.map(
        ({ name, transport, installation }): [string, NonNullable<ImportedServer['same']>] => [
          launchKey(transport, installation),
          { name, added: true },
        ],
      ),
    )
    const files = this.#files.map(({ id, path, config, inputs, servers }): ImportedFile => {
      const views = servers.map((server): ImportedServer => {
        const view = viewOf(
          server,
          uniqueServerName(server.parsed.key, taken),
          this.#sources.hasVariable,
        )
        if (!server.target) return view
        const key = launchKey(
          fillLaunchTemplate(server.target, () => undefined, { secrets: new Set() }),
        )
        const same = seen.get(key) ?? null
        if (!same) seen.set(key, { name: view.name, added: false })
        return { ...view, same, suggested: view.suggested && same === null }
      })
      return {
        id,
        source: config.source,
        path,
        ...(config.format === undefined ? {} : { format: config.format }),
        problems: config.problems,
        ...(config.bundle === undefined ? {} : { bundle: this.#sources.judge(config.bundle) }),
        servers: views,
        inputs: [...inputs.values()].map(({ view }) => view),
      }
    })
    return { id: this.id, files }
  }

  /**
   * The chosen servers as they will be saved. Throws `import/server-gone`, `import/input-missing`
   * (`data.inputIds`) and `import/invalid` (`data.name`, `data.issue`).
   */
  fill(choices: readonly ImportChoice[], answers: readonly ImportAnswer[]): ResolvedServer[] {
    const typed = new Map(answers.map(({ inputId, value }) => [inputId, value]))
    const missing = new Set<string>()
    const budget = new TemplateSizeBudget()
    const filled = choices.map((choice) => this.#fill(choice, { typed, missing, budget }))
    if (missing.size > 0)
      throw new GatehouseError(
        'import/input-missing',
        'A server that was chosen needs a value that is not filled in. Fill it in, or leave the server out.',
        { data: { inputIds: [...missing] } },
      )
    for (const { name, transport } of filled) {
      const [issue] = checkDraft(transport, name)
      if (issue) throw invalid(name, issue)
    }
    return filled
  }

  #find(serverId: string): ImportCandidate & { target: LaunchTemplate } {
    const server = this.#files.flatMap((file) => file.servers).find(({ id }) => id === serverId)
    if (server && hasTarget(server)) return server
    throw serverGone()
  }

  #fill(choice: ImportChoice, { typed, missing, budget }: Answered): ResolvedServer {
    const { serverId, name } = choice
    const server = this.#find(serverId)
    const { target, file } = server
    const given = new AllowedEnvironment(target, choice.hostVariables, this.#sources)
    const variableValues = new VariableValues({ inputs: file.inputs, typed, given })
    const open = new Set(
      valuesOf(target)
        .filter(variableValues.isLeftOpen)
        .map((value) => value.name),
    )
    for (const id of variableValues.neededBy(target)) missing.add(id)
    const breach = budget.take(target, name, variableValues.valueOf)
    if (breach) throw invalid(name, breach)
    const found = foundSecrets(target, file.inputs, typed)
    const transport = fillLaunchTemplate(target, variableValues.valueOf, {
      secrets: new Set([...choice.secrets, ...found, ...given.secretValues()]),
      missing: open,
    })
    const shown = usesSecret(target, file.inputs) || given.hasSecretInSight()
    return {
      serverId,
      name,
      transport,
      ownValues: given.valueNames(),
      bundle: file.config.bundle,
      registryEntry: server.parsed.registryEntry,
      risks: (started, resolved) => [
        ...launchRisks({ transport: started }, resolved),
        ...(shown ? plainSecret(started) : []),
        ...hostVariableRisks(given.used(), started),
      ],
      plainFiles: [...holders(server), ...server.variableFiles],
    }
  }
}

/** The inputs of the person for all servers, and the limits on what they may become. */
interface Answered {
  typed: ReadonlyMap<string, string>
  missing: Set<string>
  budget: TemplateSizeBudget
}

function checkParsed(
  target: LaunchTemplate,
  at: string,
  budget: TemplateSizeBudget,
): ImportIssue[] {
  const breach = budget.take(target, at, () => undefined)
  return breach ? [breach] : checkLaunchTemplate(target, at)
}

function sizeOfIssues({ config, servers }: ImportSourceFile): number {
  const issues = servers.flatMap(({ problems, parsed }) => [...problems, ...parsed.notes])
  return [...config.problems, ...issues].reduce(
    (sum, { code, at, detail }) => sum + code.length + at.length + detail.length,
    0,
  )
}

function hasTarget(
  server: ImportCandidate,
): server is ImportCandidate & { target: LaunchTemplate } {
  return server.target !== null
}

export function serverGone(): GatehouseError {
  return new GatehouseError(
    'import/server-gone',
    'A chosen server is no longer in the configuration. Choose again.',
  )
}

function invalid(name: string, issue: ImportIssue): GatehouseError {
  return new GatehouseError(
    'import/invalid',
    `${name} cannot be added as it is filled in (${issue.at}). Change what was filled in, or leave it out.`,
    { data: { name, issue } },
  )
}

function holders({ file, parsed }: ImportCandidate): string[] {
  return file.path !== null && parsed.target && holdsSecrets(parsed.target) ? [file.path] : []
}

/** True if the file itself holds a secret of this server: written out, not asked for. */
function holdsSecrets(target: LaunchTemplate): boolean {
  const isWritten = ({ name, value }: ReturnType<typeof valuesOf>[number]): boolean => {
    const literal = value.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('')
    const bare = literal.replace(/^(?:Bearer|Basic|Token)\s*$/i, '')
    return bare !== '' && looksSecret(name, bare)
  }
  const launch = fillLaunchTemplate(target, () => '', {
    secrets: new Set(valuesOf(target).map(({ name }) => name)),
  })
  const risky = launchRisks({ transport: launch }, null).some(
    ({ code }) => code === 'secret-in-arguments' || code === 'credentials-in-url',
  )
  return risky || valuesOf(target).some(isWritten)
}

function plainSecret(transport: DraftTransport): LaunchRisk[] {
  return transport.kind === 'http'
    ? [{ code: 'secret-in-arguments', where: 'url', value: transport.url }]
    : [{ code: 'secret-in-arguments', where: 'argument', value: transport.args.join(' ') }]
}

/** `name`, or `name 2`, `name 3`… until no one else has it. Adds it to `taken`. */
function uniqueServerName(wanted: string, taken: Set<string>): string {
  const base = cleanName(wanted)
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
    const end = ` ${number}`
    name = base.slice(0, MAX_NAME - end.length) + end
  }
  taken.add(name.toLowerCase())
  return name
}

/** The name without invisible characters, and short enough to be saved. */
function cleanName(wanted: string): string {
  const name = withoutInvisible(wanted.replaceAll(/\p{Cc}+/gu, ' ')).trim()
  return Array.from(name).slice(0, MAX_NAME).join('').slice(0, MAX_NAME).trim() || 'server'
}
