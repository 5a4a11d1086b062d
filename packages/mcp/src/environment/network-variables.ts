import type { ResolvedNetwork } from '@gatehouse/domain'

const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']
/** Names of files of certificate authorities, as runtimes and tools know them. */
const CA_NAMES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']

/**
 * How a server's own program finds its way to the network: the variables that the person's environment
 * has, unless the settings of this server say otherwise.
 */
export function networkVariables(
  base: NodeJS.ProcessEnv,
  network: ResolvedNetwork | undefined,
): Record<string, string> {
  const proxy = network?.proxy ?? 'system'
  const names = [...CA_NAMES, ...(proxy === 'none' ? [] : bothCases(PROXY_NAMES))]
  const variables: Record<string, string> = {}
  for (const name of names) {
    const value = base[name]
    if (value !== undefined && value !== '') variables[name] = value
  }
  if (typeof proxy === 'object')
    for (const name of bothCases(['HTTP_PROXY', 'HTTPS_PROXY'])) variables[name] = withUser(proxy)
  if (network?.caFile !== undefined) variables['NODE_EXTRA_CA_CERTS'] = network.caFile
  return variables
}

function bothCases(names: string[]): string[] {
  return names.flatMap((name) => [name, name.toLowerCase()])
}

function withUser({ url, user, password }: Exclude<ResolvedNetwork['proxy'], string>): string {
  if (user === undefined) return url
  const proxy = new URL(url)
  proxy.username = encodeURIComponent(user)
  proxy.password = encodeURIComponent(password ?? '')
  return proxy.href
}
