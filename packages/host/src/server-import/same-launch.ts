import type { DraftTransport, ServerTransport } from '@gatehouse/domain'
import { withoutTrailing, withoutInvisible } from '@gatehouse/domain/text'

/** Equal for two servers that run the same command with the same arguments, or reach the same URL. */
export function launchKey(transport: DraftTransport | ServerTransport): string {
  if (transport.kind === 'http')
    return JSON.stringify(['http', withoutTrailing(transport.url, '/')])
  return JSON.stringify(['stdio', transport.command, ...transport.args])
}

/** `name`, or `name 2`, `name 3`… until no one else has it. Adds it to `taken`. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  const base = cleanName(wanted)
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
    const end = ` ${number}`
    name = base.slice(0, MAX_NAME - end.length) + end
  }
  taken.add(name.toLowerCase())
  return name
}

const MAX_NAME = 80

/** Without what cannot be seen, and short enough to be saved. */
function cleanName(wanted: string): string {
  const name = withoutInvisible(wanted.replaceAll(/\p{Cc}+/gu, ' ')).trim()
  return Array.from(name).slice(0, MAX_NAME).join('').slice(0, MAX_NAME).trim() || 'server'
}
