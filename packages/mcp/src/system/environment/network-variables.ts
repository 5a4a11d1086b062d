import type { ResolvedNetwork } from '@gatehouse/domain'

const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
/** Names of files of certificate authorities, as runtimes and tools know them. */
const CA_NAMES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']

/** The network settings that a server's program gets. */
export interface NetworkVariables {
  variables: Record<string, string>
  /** Names of the proxy variables whose user name and password were taken out. */
  withheld: string[]
}

/**
 * Returns the network variables of a server's program: those of the person's environment, unless the settings of
 * this server differ. The user name and password of a proxy are the person's own and are left out: a server that
 * needs them gets them as a variable that the person wrote for it.
 */
export function networkVariables(
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
