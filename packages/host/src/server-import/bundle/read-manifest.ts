import { omitAllNulls, parseJson } from '@gatehouse/domain'
import {
  innermostProgram,
  manifestSchema,
  type BundleManifest,
  type ImportedBundle,
  type ImportIssueCode,
  type ManifestOption,
} from '@gatehouse/domain/launch'
import type { BundleFiles, UnpackedBundle } from '../../ports/index.ts'
import { IssueList } from '../issue-list.ts'
import type { LaunchTemplate } from '../launch-template.ts'
import type { ParsedInput } from '../parsed-input.ts'
import type { ParsedConfig } from '../read-config-tree.ts'
import { variablesOf, type Template } from '../template.ts'
import { readBundleTemplate, type BundleVariables } from './bundle-template.ts'

/** Options of `uv run` by which it passes over the project around it. */
const NO_PROJECT = /^(?:--no-project|--script|-s)$/
/** Options of uv that take newer packages than the variables allow. */
const CHANGES_PINS = /^(?:-[UP]$|--(?:upgrade|exclude-newer|no-frozen|locked)\b)/
/** The newest version of manifests that is understood. */
const NEWEST = [0, 4] as const

/**
 * Reads the manifest of a bundle as the configuration of one server. Never throws: what cannot be read is a problem
 * in words. Everything that decides what runs is taken from the manifest for this system. `now`: packages that were
 * published later are not used.
 */
export async function readBundle(
  bundle: UnpackedBundle,
  bundles: Pick<BundleFiles, 'platform' | 'folders' | 'missingPackages'>,
  now: number,
): Promise<ParsedConfig> {
  const manifest = parseManifest(bundle.manifest)
  if ('code' in manifest) return withProblem(manifest.code, manifest.detail)
  const problems = new IssueList()
  const notes = new IssueList()
  const add =
    (list: IssueList) =>
    (code: ImportIssueCode, detail = ''): void =>
      list.add({ code, at: '', line: null, detail })
  const inputs = new OptionReader({ bundle, bundles, now, note: add(notes) })
  const target = inputs.launchOf(manifest, add(problems))
  checkFiles(manifest, bundle, add(problems))
  const { platforms } = manifest.compatibility
  if (platforms.length > 0 && !platforms.includes(bundles.platform))
    add(problems)('not-for-this-system', platforms.join(', '))
  const missing = await bundles.missingPackages(bundle, manifest.server.entry_point)
  if (missing.length > 0) add(notes)('bundle-incomplete', missing.join(', '))
  const found = problems.list()
  return {
    source: 'bundle',
    problems: [],
    inputs: inputs.read,
    bundle: {
      folder: bundle.folder,
      facts: factsOf(manifest, bundle),
      validity: bundle.signature.validity,
    },
    servers: [
      {
        key: manifest.display_name || manifest.name || 'bundle',
        at: '',
        line: null,
        target: found.length > 0 ? null : target,
        problems: found,
        notes: notes.list(),
        inputs: [],
        suggested: true,
      },
    ],
  }
}

function factsOf(manifest: BundleManifest, bundle: UnpackedBundle): ImportedBundle {
  const { signature } = bundle
  return {
    version: manifest.version,
    author: manifest.author,
    sha256: bundle.sha256,
    files: bundle.files.length,
    size: bundle.size,
    signer: signature.state === 'none' ? null : (signature.signer ?? ''),
    certificate: signature.certificate,
    trust: signature.state === 'none' ? 'unsigned' : 'unknown',
  }
}

type Add = (code: ImportIssueCode, detail?: string) => void

function parseManifest(text: string): BundleManifest | { code: ImportIssueCode; detail: string } {
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (!json.ok) return { code: 'not-json', detail: 'other' }
  // null of a member is absent.
  const value = omitAllNulls(json.value)
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) return { code: 'nothing-to-run', detail: '' }
  const { manifest_version: version, dxt_version: old } = parsed.data
  const written = version || old
  return isTooNew(written) ? { code: 'manifest-too-new', detail: written } : parsed.data
}

function isTooNew(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEWEST[0] || (major === NEWEST[0] && minor > NEWEST[1])
}

function withProblem(code: ImportIssueCode, detail: string): ParsedConfig {
  const problem = { code, at: 'manifest.json', line: null, detail }
  return { source: 'bundle', servers: [], inputs: [], problems: [problem] }
}

/** The file that the server begins with must be in the bundle, where the launch runs one of it. */
function checkFiles({ server }: BundleManifest, { files }: UnpackedBundle, add: Add): void {
  const entry = server.entry_point.replace(/^\.\//, '')
  const runsOwnFile = JSON.stringify(server.mcp_config ?? '${__dirname}').includes('${__dirname}')
  if (!runsOwnFile || entry === '' || files.includes(entry)) return
  // A program of Windows may be named without its extension.
  if (!files.includes(`${entry}.exe`)) add('entry-point-missing', entry)
}

interface OptionReaderInit {
  bundle: UnpackedBundle
  bundles: Pick<BundleFiles, 'platform' | 'folders'>
  /** Milliseconds since the Unix epoch. */
  now: number
  note: Add
}

/** Reads the launch of a manifest for this system, and the options that it uses. */
class OptionReader {
  readonly read: ParsedInput[] = []
  readonly #init: OptionReaderInit
  readonly #unknown = new Set<string>()

  constructor(init: OptionReaderInit) {
    this.#init = init
  }

  launchOf(manifest: BundleManifest, add: Add): LaunchTemplate | null {
    const { bundle, bundles } = this.#init
    const options = manifest.user_config
    const variables = this.#variables(new Set(Object.keys(options)))
    for (const [name, option] of Object.entries(options))
      this.read.push(inputOf(name, option, variables))
    const written = manifest.server.mcp_config ?? launchOfUv(manifest)
    const own = written?.platform_overrides[bundles.platform]
    const command = own?.command || written?.command
    if (!written || !command) {
      add('nothing-to-run')
      return null
    }
    const read = (text: string): Template => readBundleTemplate(text, variables)
    const words = own?.args ?? written.args ?? []
    const isUv = /^uvx?$/.test(innermostProgram({ command, args: words }).name)
    const pin = isUv ? this.#pinOfUv(words) : {}
    const all = { ...written.env, ...own?.env }
    const env = Object.entries(all).flatMap(([name, value]) => {
      if (value === null || Object.hasOwn(pin, name)) return []
      return [{ name, value: read(value) }]
    })
    const given = new Set(env.map(({ name }) => name))
    const ours = { ...ownVariables(isUv ? 'uv' : manifest.server.type, bundle), ...pin }
    for (const [name, text] of Object.entries(ours))
      if (!given.has(name)) env.push({ name, value: [{ kind: 'text', text }] })
    const args = words.map(read)
    const lists = new Set(this.read.filter(({ many }) => many).map(({ name }) => name))
    const isInText = (template: Template): boolean =>
      variablesOf(template).some(({ name }) => lists.has(name))
    const inText = [
      ...env.map(({ value }) => value),
      ...args.filter((template) => template.length > 1),
    ].filter(isInText)
    for (const template of inText) add('list-in-text', variablesOf(template)[0]?.name)
    return {
      kind: 'stdio',
      command: read(command),
      args,
      env,
      cwd: [{ kind: 'text', text: bundle.folder }],
    }
  }

  /** The variable that keeps packages of uv from changing after the review, whatever the manifest sets it to. */
  #pinOfUv(args: readonly string[]): Record<string, string> {
    const { bundle, now, note } = this.#init
    const isLocked = bundle.files.includes('uv.lock')
    const day = new Date(now).toISOString().slice(0, 10)
    if (args.some((word) => CHANGES_PINS.test(word))) note('bundle-fetches')
    else if (isLocked) note('bundle-locked')
    else note('bundle-dated', day)
    const isProject = args.includes('run') && bundle.files.includes('pyproject.toml')
    if (isProject && !isLocked && !args.some((word) => NO_PROJECT.test(word)))
      note('bundle-unlocked')
    // Without a lock file uv refuses to be frozen.
    return isLocked ? { UV_FROZEN: '1' } : { UV_EXCLUDE_NEWER: `${day}T00:00:00Z` }
  }

  #variables(options: ReadonlySet<string>): BundleVariables {
    const { bundle, bundles, note } = this.#init
    return {
      folder: bundle.folder,
      folders: bundles.folders,
      separator: bundles.platform === 'win32' ? '\\' : '/',
      options,
      onUnknown: (variable) => {
        if (this.#unknown.has(variable)) return
        this.#unknown.add(variable)
        note('variable-unknown', variable)
      },
    }
  }
}

/** MANIFEST.md: a server of uv may leave its launch out. */
function launchOfUv({ server }: BundleManifest): BundleManifest['server']['mcp_config'] {
  if (server.type !== 'uv') return undefined
  const args = ['run', '--directory', '${__dirname}', server.entry_point]
  return { command: 'uv', args, env: {}, platform_overrides: {} }
}

/** A bundle stays as it was allowed: Python and uv write what they make elsewhere, or not at all. */
function ownVariables(type: string, { workFolder }: UnpackedBundle): Record<string, string> {
  switch (type) {
    case 'uv':
      return { UV_PROJECT_ENVIRONMENT: workFolder, PYTHONDONTWRITEBYTECODE: '1' }
    case 'python':
      return { PYTHONDONTWRITEBYTECODE: '1' }
    default:
      return {}
  }
}

const KINDS: Readonly<Record<string, ParsedInput['kind']>> = {
  number: 'number',
  directory: 'folder',
  file: 'file',
  boolean: 'choice',
}

function inputOf(name: string, option: ManifestOption, variables: BundleVariables): ParsedInput {
  const given = option.default
  const fill = (value: string | number | boolean): string =>
    readBundleTemplate(String(value), { ...variables, options: new Set() })
      .map((part) => (part.kind === 'text' ? part.text : part.raw))
      .join('')
  const fallback =
    given === undefined ? null : Array.isArray(given) ? given.map(fill).join('\n') : fill(given)
  const isSwitch = option.type === 'boolean'
  return {
    name,
    kind: option.sensitive ? 'password' : (KINDS[option.type] ?? 'text'),
    description: option.title || name,
    note: option.description.slice(0, 1000),
    options: isSwitch ? ['true', 'false'] : [],
    fallback,
    isOptional: !option.required,
    many: option.multiple && !option.sensitive,
    ...(option.min === undefined ? {} : { min: option.min }),
    ...(option.max === undefined ? {} : { max: option.max }),
  }
}
