import { delimiter } from 'node:path'
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'
import type { ResolvedNetwork } from '@gatehouse/domain'

const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

/** Names of files of certificate authorities, as runtimes and tools know them. */
const CA_NAMES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']

/** Marks a server's processes, so that strays are known by it even after their parent ended. */
export const PROCESS_TAG_VARIABLE = 'GATEHOUSE_SERVER'

/** Harmless, and without them text and temporary files go wrong. */
const ALSO_INHERITED = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TZ']

export interface ChildEnvironmentOptions {
  base: NodeJS.ProcessEnv
  folders: readonly string[]
  /** The person's own variables for this server; they win over everything but the tag. */
  own: Record<string, string>
  network?: ResolvedNetwork | undefined
  tag: string
}

export interface ChildEnvironment {
  variables: Record<string, string>
  /** Names of the proxy variables whose user name and password were taken out. */
  withheld: string[]
}

/**
 * The whole environment of a server: a short list of safe variables, the search path and the
 * person's own. Nothing else of ours leaks (MCP security best practices, "Local server compromise").
 */
export function childEnvironment(options: ChildEnvironmentOptions): ChildEnvironment {
  const environment: Record<string, string> = {}
  for (const name of [...DEFAULT_INHERITED_ENV_VARS, ...ALSO_INHERITED]) {
    const value = options.base[name]
    // A value that starts with "()" is an exported shell function.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value
  }
  environment['PATH'] = options.folders.join(delimiter)
  const network = networkVariables(options.base, options.network)
  Object.assign(environment, network.variables)
  const isOwn = (name: string): boolean => ownVariable(options.own, name) !== undefined
  for (const name of Object.keys(environment)) if (isOwn(name)) delete environment[name]
  return {
    variables: { ...environment, ...options.own, [PROCESS_TAG_VARIABLE]: options.tag },
    withheld: network.withheld.filter((name) => !isOwn(name)),
  }
}

/** A variable by its name, whose case does not matter on Windows. */
export function ownVariable(
  variables: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  if (process.platform !== 'win32') return variables[name]
  const found = Object.keys(variables).find((one) => one.toUpperCase() === name.toUpperCase())
  return found === undefined ? undefined : variables[found]
}

/** The network settings that a server's program gets. */
interface NetworkVariables {
  variables: Record<string, string>
  /** Names of the proxy variables whose user name and password were taken out. */
  withheld: string[]
}

/**
 * Returns the network variables of a server's program: those of the person's environment, unless the settings of
 * this server differ. The user name and password of a proxy are the person's own and are left out: a server that
 * needs them gets them as a variable that the person wrote for it.
 */
function networkVariables(
  base: NodeJS.ProcessEnv,
  network: ResolvedNetwork | undefined,
): NetworkVariables {
  const proxy = network?.proxy ?? 'system'
  const variables: Record<string, string> = {}
  const withheld = new Set<string>()
  const setProxy = (name: string, value: string): void => {
    variables[name] = withoutUser(value)
    if (variables[name] !== value) withheld.add(name)
  }
  for (const name of CA_NAMES) copy(base, name, (value) => (variables[name] = value))
  if (proxy !== 'none') {
    for (const name of bothCases(['NO_PROXY']))
      copy(base, name, (value) => (variables[name] = value))
    for (const name of bothCases(PROXY_NAMES)) copy(base, name, (value) => setProxy(name, value))
  }
  if (typeof proxy === 'object') {
    for (const name of bothCases(['HTTP_PROXY', 'HTTPS_PROXY'])) {
      // What the environment had there no longer counts.
      withheld.delete(name)
      setProxy(name, proxy.url)
      if (proxy.user !== undefined) withheld.add(name)
    }
    if (proxy.skipsLoopback)
      for (const name of bothCases(['NO_PROXY'])) variables[name] ??= 'localhost,127.0.0.1,::1'
  }
  if (network?.caFile !== undefined) variables['NODE_EXTRA_CA_CERTS'] = network.caFile
  return { variables, withheld: [...withheld] }
}

function copy(base: NodeJS.ProcessEnv, name: string, keep: (value: string) => void): void {
  const value = base[name]
  if (value !== undefined && value !== '') keep(value)
}

function bothCases(names: string[]): string[] {
  return names.flatMap((name) => [name, name.toLowerCase()])
}

/** Up to the last `@`, as a password that no one encoded may hold any other character. */
function withoutUser(proxy: string): string {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(proxy) ?? []
  const at = rest.lastIndexOf('@')
  return at === -1 ? proxy : scheme + rest.slice(at + 1)
}
