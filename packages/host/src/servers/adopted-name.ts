import { serverNameSchema, type ConnectionInfo } from '@gatehouse/domain'
import { confusableKeys } from '@gatehouse/domain/text'

/** Names in which the app itself speaks. */
const OWN_NAMES = ['Gatehouse']

/** An address, a path or a host: it would stand where the name of the reached host stood. */
const ADDRESS = /[/\\:@]|\.[\p{L}\p{N}]/u

/** Characters of a name below which another name contains it by chance. */
const MIN_CONTAINED = 3

/**
 * The name that a server reports for itself (`serverInfo.title`, else `name`; MCP 2025-11-25, lifecycle), if it may
 * take the place of a suggested one. `null` if it is no name that a person could give, reads as an address, or could
 * be mistaken for one of `others` or for a part of one.
 */
export function adoptedName(
  { serverTitle, serverName }: Pick<ConnectionInfo, 'serverTitle' | 'serverName'>,
  others: readonly { name: string }[],
): string | null {
  const reported = serverTitle?.trim() ? serverTitle : serverName
  const { success, data: name } = serverNameSchema.safeParse(reported)
  if (!success || ADDRESS.test(name)) return null
  const keys = confusableKeys(name)
  const taken = [...OWN_NAMES, ...others.map((one) => one.name)].flatMap(confusableKeys)
  const isTaken = keys.some((key) => key === '' || taken.some((other) => areClose(key, other)))
  return isTaken ? null : name
}

function areClose(one: string, other: string): boolean {
  return one === other || contains(one, other) || contains(other, one)
}

function contains(whole: string, part: string): boolean {
  return part.length >= MIN_CONTAINED && whole.includes(part)
}
