import { join } from 'node:path'
import { root } from '../command-support/paths.mjs'
import { attackers } from './read-threats.ts'
import type { Threat } from './read-threats.ts'

/** The page that `pnpm threats` writes. */
export const threatsPage = join(root, 'docs/threats.md')

const introduction = `# Threats

Written by \`pnpm threats\` from the \`@threat\` comments above the tests; do not edit. Each entry is one attack:
what the attacker tries, what stops it, and the tests that would fail if nothing did. "Remains" says what is not
stopped, or not wholly, and why. \`npm test\` fails when this page is not what the comments give, or when a test named
here is skipped or does not pass; one that is left to \`npm run nightly\` has to pass there. The
tests of \`e2e/fuzz\` are the limits of a seeded fuzz of the same application (\`e2e/fuzz/README.md\`); they count
when it is part of the run (\`npm test -- attack threats\`).

What is trusted: the person, their account on this computer, the operating system, and the programs they
agreed to start. A server that runs as a program has the rights of that account; the application shows what
it starts and what is sent, but is no sandbox.
`

/** The page of all threats, grouped by attacker. */
export function pageOf(threats: readonly Threat[]) {
  const groups = Object.entries(attackers).map(([attacker, heading]) => {
    const own = threats.filter((threat) => threat.attacker === attacker)
    return own.length === 0 ? '' : `\n## ${heading}\n${own.toSorted(byId).map(entryOf).join('')}`
  })
  const remain = threats.filter(({ remains }) => remains !== undefined).toSorted(byId)
  return `${introduction}\n${summaryOf(threats.length, remain)}\n${groups.join('')}`
}

const byId: (a: Threat, b: Threat) => number = (a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))

function summaryOf(count: number, remain: readonly Threat[]) {
  const all = `${count} attacks are listed.`
  if (remain.length === 0) return `${all} Each is stopped.`
  const list = remain.map(({ id }) => `\`${id}\``).join(', ')
  return `${all} Not or not wholly stopped: ${list}.`
}

function entryOf({ id, tries, stoppedBy, tests, remains }: Threat) {
  const lines = [`- Tries: ${tries}`, `- Stopped by: ${stoppedBy}`]
  if (remains !== undefined) lines.push(`- Remains: ${remains}`)
  for (const { file, title } of tests) lines.push(`- Test: \`${file}\`, “${title}”`)
  return `\n### ${id}\n\n${lines.join('\n')}\n`
}
