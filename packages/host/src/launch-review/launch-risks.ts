import type { ServerDraft, DraftValue } from '@gatehouse/domain'
import {
  programNameOf,
  type FoundProgram,
  type LaunchRisk,
  riskyVariable,
  networkZoneOf,
  parseAddress,
  type NetworkZone,
} from '@gatehouse/domain/launch'
import type { FoundLaunch } from '../ports/index.ts'
import { packageRunner } from './package-runner.ts'

const CODES: Record<Exclude<NetworkZone, 'elsewhere'>, LaunchRisk['code']> = {
  'this-machine': 'this-machine',
  'local-network': 'local-network',
  metadata: 'metadata-address',
}

const SHELLS = /^(?:sh|bash|zsh|fish|dash|ksh|ash|cmd|powershell|pwsh)$/
const ELEVATED = /^(?:sudo|doas|pkexec|su|runas|gsudo)$/i
const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|dnx|uvx|pipx|npm|pnpm|yarn|bun|deno|docker|podman)$/
/** Options of container runners whose value is the next argument. */
const CONTAINER_OPTION =
  /^(?:-[evpuwlmh]|--(?:env|env-file|volume|publish|user|workdir|label|memory|hostname|name|network|mount|entrypoint|platform|add-host|cpus|gpus|pull))$/
const DELETES = /\brm\s+-[a-z]*[rf]|\bdel\s+\/|\brmdir\b|\bmkfs|\bdd\s+if=/i
const DOWNLOADS = /\b(?:curl|wget|iwr|invoke-webrequest)\b/i
const SENSITIVE =
  /(?:^|[\\/])\.(?:ssh|aws|gnupg|kube|docker|config[\\/]gcloud|password-store)(?:[\\/]|$)|[\\/]etc(?:[\\/]|$)|Keychains/i
const BROAD =
  /^(?:\/|~|~\/|\/home|\/Users|\/home\/[^/]+\/?|\/Users\/[^/]+\/?|[A-Za-z]:[\\/]?|[A-Za-z]:\\Users\\[^\\]+\\?)$/
// Format characters (zero-width, bidirectional, tags) and blank letters that hide what is run.
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u3164\uffa0]/u
const SECRET_ARGUMENT =
  /(?:token|secret|password|passwd|api[-_]?key)[=:]\S{6}|\b(?:sk-|ghp_|github_pat_|xox[bp]-|AKIA)[A-Za-z0-9_-]{8}/i
/** `--api-key`, `-t`-like options whose value is the next argument; a header that signs in. */
const SECRET_OPTION = /^--?[\w-]*(?:token|secret|password|passwd|api-?key|access-?key)$/i
const SECRET_HEADER = /^(?:proxy-)?authorization\s*[:=]\s*/i
const SECRET_VALUE = /^(?:\w+\s+)?[^\s$]{6}/
/** `pkg@1.2`, `pkg==1.2`, `image:1.2` or a digest; not `pkg@latest`. */
const PINNED = /.@\d|==\d|:\d|@sha256:/

/** The part of a draft that decides who is reached and what runs. */
export type RiskSource = Pick<ServerDraft, 'transport' | 'network' | 'oauthClient'>

type StdioDraft = Extract<RiskSource['transport'], { kind: 'stdio' }>
type HttpDraft = Extract<RiskSource['transport'], { kind: 'http' }>

/** Risks to point out before a launch runs (MCP SEP-1024). Advice, not a barrier. */
export function launchRisks(
  { transport, network, oauthClient }: RiskSource,
  found: FoundLaunch | null,
): LaunchRisk[] {
  const risks = transport.kind === 'stdio' ? stdioRisks(transport, found) : httpRisks(transport)
  for (const named of [oauthClient, oauthClient?.provider])
    if (named) risks.push(...lookalikeRisks(named.issuer, 'issuer'))
  const proxy = network?.proxy
  if (typeof proxy === 'object') risks.push(...lookalikeRisks(proxy.url, 'network'))
  const authorities = network?.caFile
  if (authorities === undefined || authorities === '') return risks
  return [...risks, { code: 'reads-traffic', where: 'network', value: authorities }]
}

function stdioRisks(transport: StdioDraft, found: FoundLaunch | null): LaunchRisk[] {
  const risks: LaunchRisk[] = []
  const { command, args } = transport
  if (found && found.resolution.path === null)
    risks.push({ code: 'command-not-found', where: 'command', value: command })
  if (found?.unpinned !== undefined && found.unpinned !== null)
    risks.push({ code: 'code-not-pinned', where: 'command', value: found.unpinned })
  risks.push(...programRisks(command, args, 'command'))
  if (INVISIBLE.test(command))
    risks.push({ code: 'invisible-characters', where: 'command', value: command })
  for (const inner of found?.programs ?? []) risks.push(...innerRisks(inner, transport, risks))
  for (const [index, argument] of args.entries())
    risks.push(...argumentRisks(argument, args[index - 1]))
  risks.push(...variableRisks(transport.env))
  for (const { name, value, secret } of transport.env)
    if (!secret && value !== null && SECRET_ARGUMENT.test(`${name}=${value}`))
      risks.push({ code: 'secret-in-arguments', where: 'environment', value: name })
  if (transport.cwd && SENSITIVE.test(transport.cwd))
    risks.push({ code: 'sensitive-directory', where: 'directory', value: transport.cwd })
  return [...risks, ...projectRisks(transport, found?.nearby ?? [])]
}

/** Risks of a program by its name and arguments. */
function programRisks(
  command: string,
  args: readonly string[],
  where: 'command' | 'argument',
): LaunchRisk[] {
  const risks: LaunchRisk[] = []
  const program = programNameOf(command)
  if (SHELLS.test(program)) risks.push({ code: 'shell', where, value: command })
  if (ELEVATED.test(program)) risks.push({ code: 'elevated', where, value: command })
  const runsPackage = PACKAGE_RUNNERS.test(program)
  const runPackage = runsPackage ? positional(program, args).find(isPackage) : undefined
  if (runPackage !== undefined && !PINNED.test(runPackage))
    risks.push({ code: 'unpinned-package', where: 'argument', value: runPackage })
  return risks
}

/** Risks of a program inside of a wrapper, with those variables that the wrapper sets; none that is in `known`. */
function innerRisks(
  { command, args, env }: FoundProgram,
  transport: StdioDraft,
  known: readonly LaunchRisk[],
): LaunchRisk[] {
  const given = new Map(transport.env.map(({ name, value }) => [name, value]))
  const set = Object.entries(env)
    .filter(([name, value]) => given.get(name) !== value)
    .map(([name, value]) => ({ name, value, secret: false }))
  const risks = [
    ...programRisks(command, args, 'argument'),
    ...variableRisks(set).map((risk): LaunchRisk => ({ ...risk, where: 'argument' })),
  ]
  return risks.filter(
    ({ code, value }) => !known.some((one) => one.code === code && one.value === value),
  )
}

function isSecretHeader(argument: string): boolean {
  const name = SECRET_HEADER.exec(argument)?.[0]
  return name !== undefined && SECRET_VALUE.test(argument.slice(name.length))
}

/** A package runner takes what a project folder holds before anything that was meant. */
function projectRisks(transport: StdioDraft, nearby: readonly string[]): LaunchRisk[] {
  const runner = packageRunner(transport)
  const copies = (runner?.copies ?? []).map((copy) => copy.replace(/^(?:\.[\\/])+/, ''))
  const isCopy = (path: string): boolean =>
    copies.some((copy) => path.replaceAll('\\', '/').endsWith(`/${copy.replaceAll('\\', '/')}`))
  const detail = nearby.find(isCopy) ?? nearby[0]
  if (!runner || detail === undefined || transport.cwd === undefined) return []
  return [{ code: 'project-runner', where: 'directory', value: transport.cwd, detail }]
}

function argumentRisks(argument: string, before = ''): LaunchRisk[] {
  const risks: LaunchRisk[] = []
  const add = (code: LaunchRisk['code']): void => {
    risks.push({ code, where: 'argument', value: argument })
  }
  if (ELEVATED.test(argument)) add('elevated')
  if (DELETES.test(argument)) add('deletes-files')
  if (DOWNLOADS.test(argument)) add('downloads-code')
  if (BROAD.test(argument)) add('broad-directory')
  if (SENSITIVE.test(argument)) add('sensitive-directory')
  if (INVISIBLE.test(argument)) add('invisible-characters')
  const isValue = SECRET_OPTION.test(before) && /^[^-$].{5,}/.test(argument)
  if (isValue || SECRET_ARGUMENT.test(argument) || isSecretHeader(argument))
    add('secret-in-arguments')
  return risks
}

/** The arguments, without the values of a container runner's options, which look like an image. */
function positional(program: string, args: readonly string[]): string[] {
  if (!/^(?:docker|podman)/i.test(program)) return [...args]
  return args.filter((_one, at) => !CONTAINER_OPTION.test(args[at - 1] ?? ''))
}

/** True if an argument is the package of a package runner; all arguments after it are the package's own. */
function isPackage(argument: string): boolean {
  if (argument.startsWith('-') || /^(?:exec|x|run|dlx|tool)$/.test(argument)) return false
  return !/^[./~]|^[A-Za-z]:[\\/]/.test(argument)
}

function httpRisks(transport: HttpDraft): LaunchRisk[] {
  const { url } = transport
  const risks: LaunchRisk[] = addressRisks(url)
  if (INVISIBLE.test(url)) risks.push({ code: 'invisible-characters', where: 'url', value: url })
  if (SECRET_ARGUMENT.test(url))
    risks.push({ code: 'secret-in-arguments', where: 'url', value: url })
  for (const { name, value, secret } of transport.headers)
    if (!secret && value !== null && /^(?:authorization|x-api-key|cookie)$/i.test(name))
      risks.push({ code: 'secret-in-arguments', where: 'header', value: name })
  return risks
}

/** Variables that decide which code runs, or who stands between a program and the network. */
function variableRisks(variables: readonly DraftValue[]): LaunchRisk[] {
  return variables.flatMap(({ name, value }): LaunchRisk[] => {
    const effect = riskyVariable(name)
    if (effect === null) return []
    const code = effect === 'program' ? 'decides-program' : 'reads-traffic'
    return [{ code, where: 'environment', value: `${name}=${value ?? ''}` }]
  })
}

/** Risks of an address, read as a browser reads it. */
function addressRisks(text: string): LaunchRisk[] {
  const url = parse(text)
  if (!url) return []
  const risks: LaunchRisk[] = []
  const { hostname } = url
  if (url.username !== '' || url.password !== '')
    risks.push({ code: 'credentials-in-url', where: 'url', value: text })
  const place = networkZoneOf(hostname)
  if (url.protocol === 'http:' && place !== 'this-machine')
    risks.push({ code: 'plain-http', where: 'url', value: text })
  const written = parseAddress(text)?.written ?? null
  if (place === 'elsewhere') return [...risks, ...lookalikeRisks(text, 'url')]
  // Plainly written, this machine is what the person means.
  if (place === 'this-machine' && written === null) return risks
  const detail = written === null ? {} : { detail: hostname }
  return [...risks, { code: CODES[place], where: 'url', value: written ?? hostname, ...detail }]
}

/** A host that reads as another one: letters of another alphabet, marks that look like a slash or a dot. */
function lookalikeRisks(text: string, where: LaunchRisk['where']): LaunchRisk[] {
  const address = parseAddress(text)
  if (!address || address.written === null) return []
  return [{ code: 'disguised-host', where, value: address.written, detail: address.hostname }]
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
