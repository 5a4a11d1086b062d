import { parseJson } from '@gatehouse/domain/json'

/** Where the browser reports what the policy of a view refused. Script of the view cannot reach it. */
export const REPORT_PATH = '/blocked'

const MAX_CHARACTERS = 65_536

/** The address that was refused (CSP 3, section 5.3); undefined for anything that is none of the network. */
export function blockedAddress(report: string): string | undefined {
  const parsed = report.length <= MAX_CHARACTERS ? parseJson(report) : undefined
  const members = parsed?.ok === true ? objectOf(objectOf(parsed.value)?.['csp-report']) : undefined
  const address = members?.['blocked-uri']
  return typeof address === 'string' && /^(?:https?|wss?):\/\//.test(address) ? address : undefined
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}
