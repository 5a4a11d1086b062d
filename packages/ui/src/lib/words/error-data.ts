export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function namesOf({ names }: Record<string, unknown>): string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** Where in a configuration an issue is. */
export function issuePathOf(issue: unknown): string {
  return typeof issue === 'object' && issue !== null && 'at' in issue ? stringOrEmpty(issue.at) : ''
}

export function secondsOf(ms: unknown): number {
  return typeof ms === 'number' ? Math.round(ms / 1000) : 0
}
