import { withoutInvisible } from '@gatehouse/domain/text'

const MAX_NAME = 80

/** `name`, or `name 2`, `name 3`… until no one else has it. Adds it to `taken`. */
export function uniqueServerName(wanted: string, taken: Set<string>): string {
  const base = cleanName(wanted)
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
    const end = ` ${number}`
    name = base.slice(0, MAX_NAME - end.length) + end
  }
  taken.add(name.toLowerCase())
  return name
}

/** The name without invisible characters, and short enough to be saved. */
function cleanName(wanted: string): string {
  const name = withoutInvisible(wanted.replaceAll(/\p{Cc}+/gu, ' ')).trim()
  return Array.from(name).slice(0, MAX_NAME).join('').slice(0, MAX_NAME).trim() || 'server'
}
