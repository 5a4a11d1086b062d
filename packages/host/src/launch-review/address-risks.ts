import {
  networkZoneOf,
  parseAddress,
  type LaunchRisk,
  type NetworkZone,
} from '@gatehouse/domain/launch'

const CODES: Record<Exclude<NetworkZone, 'elsewhere'>, LaunchRisk['code']> = {
  'this-machine': 'this-machine',
  'local-network': 'local-network',
  metadata: 'metadata-address',
}

/** Risks of an address, read as a browser reads it. */
export function addressRisks(text: string): LaunchRisk[] {
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
export function lookalikeRisks(text: string, where: LaunchRisk['where']): LaunchRisk[] {
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
