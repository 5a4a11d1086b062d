import { placeOf, type LaunchRisk, type NetworkPlace } from '@gatehouse/domain'

const CODES: Record<Exclude<NetworkPlace, 'elsewhere'>, LaunchRisk['code']> = {
  'this-machine': 'this-machine',
  'local-network': 'local-network',
  metadata: 'metadata-address',
}

/** What deserves a second look about an address, read as a browser reads it. */
export function addressRisks(text: string): LaunchRisk[] {
  const url = parse(text)
  if (!url) return []
  const risks: LaunchRisk[] = []
  const { hostname } = url
  if (url.username !== '' || url.password !== '')
    risks.push({ code: 'credentials-in-url', where: 'url', value: text })
  const place = placeOf(hostname)
  if (url.protocol === 'http:' && place !== 'this-machine')
    risks.push({ code: 'plain-http', where: 'url', value: text })
  const written = writtenHost(text)
  const isDisguised = written.toLowerCase() !== hostname
  // Plainly written, this machine is what the person means.
  if (place === 'elsewhere' || (place === 'this-machine' && !isDisguised)) return risks
  const detail = isDisguised ? { detail: hostname } : {}
  return [...risks, { code: CODES[place], where: 'url', value: written, ...detail }]
}

/** The host as it stands in the text. */
function writtenHost(text: string): string {
  return /^\s*[a-z]+:[\\/]*(?:[^/@\\]*@)?(\[[^\]]*\]|[^/\\:?#]*)/i.exec(text)?.[1] ?? text
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
