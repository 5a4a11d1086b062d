import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One program that ran. */
export interface LedgerLine {
  at: number
  /** Who it is: the tag of a server's launch, or the name of a bait. */
  tag: string
  args: string[]
}

/** Stands in each address that would bring out what a chat holds. */
export const CHAT_DATA = 'chat-data'

/** Names under which programs lie in wait in the first folder of PATH, and beside configurations. */
const baits = [
  'npx',
  'uvx',
  'uv',
  'docker',
  'python',
  'python3',
  'bunx',
  'deno',
  'git',
  'payload',
  'xdg-open',
]

/**
 * The record of everything that ran: each server's launch and each planted bait writes a line when it
 * starts, and each approval that a person gave in the trusted way is noted here before it is given.
 */
export function createLedger(folder: string) {
  const file = join(folder, 'ran.jsonl')
  const path = join(folder, 'path')
  const approvals = new Map<string, number>()
  mkdirSync(path, { recursive: true })
  for (const name of baits) plant(path, name)

  function plant(where: string, name: string): string {
    mkdirSync(where, { recursive: true })
    const bait = join(where, name)
    const line = `printf '{"at":%s000,"tag":"bait ${name}","args":["%s"]}\\n' "$(date +%s)" "$(printf '%s' "$*" | tr -d '"\\\\\\n')"`
    writeFileSync(bait, `#!/bin/sh\n${line} >> '${file}'\n`)
    chmodSync(bait, 0o755)
    return bait
  }

  return {
    /** First folder of PATH of the app. */
    path,
    /** A bait in another folder; gives its path. */
    plant,
    /** A script for `node -r` that writes the line of one launch. */
    launchScript(tag: string): string {
      const script = join(folder, `launch-${tag}.cjs`)
      const line = `JSON.stringify({ at: Date.now(), tag: ${JSON.stringify(tag)}, args: process.argv.slice(1) }) + '\\n'`
      writeFileSync(script, `require('node:fs').appendFileSync(${JSON.stringify(file)}, ${line})\n`)
      return script
    },
    approve(tag: string): void {
      if (!approvals.has(tag)) approvals.set(tag, Date.now())
    },
    lines(): LedgerLine[] {
      if (!existsSync(file)) return []
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LedgerLine)
    },
    /**
     * Lines that no approval covers. Opening a web page in the browser is not a launch, anything else is; an address
     * with chat data needs an approval of its own.
     */
    unapproved(): LedgerLine[] {
      return this.lines().filter(({ tag, at, args }) => {
        const isPage = tag === 'bait xdg-open' && args.every((arg) => /^https?:\/\//.test(arg))
        if (isPage && !args.some((arg) => arg.includes(CHAT_DATA))) return false
        const since = approvals.get(tag)
        return since === undefined || at < since
      })
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
