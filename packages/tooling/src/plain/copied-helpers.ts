import type { Finding } from './read-source.ts'

/** Shapes by which a helper of `packages/base` is written again; one line each, so that a finding has its place. */
const COPIES: readonly { helper: string; pattern: RegExp }[] = [
  { helper: 'NEVER_ABORTED', pattern: /new AbortController\(\)\.signal/ },
  { helper: 'withTimeout', pattern: /Promise\.race\(.*(?:setTimeout|delay\(|timer)/ },
  { helper: 'withTimeout', pattern: /Promise\.race\(\[\w+, (?:late|waiting|timeout|limit)\b/ },
  { helper: 'delay', pattern: /\(?(\w+)\)? => (?:\w+ = )?setTimeout\(\1,/ },
  { helper: 'yieldIfBudgetSpent', pattern: /\(?(\w+)\)? => (?:void )?setImmediate\(\1\)/ },
  { helper: 'SerialQueue', pattern: /(#?\w+) = (?:this\.)?\1\.then\(/ },
  { helper: 'SerialQueue', pattern: /last: Promise<unknown> = Promise\.resolve\(\)/ },
  { helper: 'SingleFlight', pattern: /\?\?= .*\.finally\(/ },
  { helper: 'Emitter', pattern: /new Set<\(.*\) => void>\(\)/ },
  { helper: 'DisposableStore', pattern: /new AggregateError\(/ },
]

/** Places that look like a copy and are none. */
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/mcp/src/transports/ordered-delivery.ts': 'waits for its own setImmediate, in its order',
  'packages/host/src/servers/connection-waiters.ts': 'a set of waits, each with a check of its own',
}

/** Source of the running app: tests wait and count as they need. */
const RUNS = /^(?:apps\/desktop\/src\/main|packages\/(?!base|testkit|tooling|ui)[^/]+\/src)\//
const TESTING = /\.test\.\w+$|\/(?:testing|soak|bench|faults)\//

/** Finds copies of the helpers of `packages/base`; a comment is no copy. */
export function copiedHelpers(file: string, source: string): Finding[] {
  if (!RUNS.test(file) || TESTING.test(file) || file in ALLOWED) return []
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
    const copy = COPIES.find(({ pattern }) => pattern.test(line))
    return copy ? [{ line: index + 1, text: `${copy.helper}: ${line.trim()}` }] : []
  })
}
