import type { Client } from '@modelcontextprotocol/client'
import {
  iconsSchema,
  type ConnectionInfo,
  type JsonObject,
  type JsonValue,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import { copyPrefix } from '../message-parsing/text-prefix.ts'
import type { OutputLog } from '../traffic-log/output-log.ts'

/** Characters that are kept: all of it is sent to the window with each change of the connection. */
const LIMITS = { name: 512, title: 512, version: 512, description: 4096, instructions: 65_536 }
const CAPABILITY_CHARACTERS = 32_768
const CAPABILITIES = 64
const MAX_LABEL = 64

type Facts = Pick<
  ConnectionInfo,
  | 'serverName'
  | 'serverTitle'
  | 'serverVersion'
  | 'serverDescription'
  | 'icons'
  | 'instructions'
  | 'capabilities'
>
type Log = Pick<OutputLog, 'write'>

/** Returns the server's description of itself, cut to what can be shown. The log names what was cut. */
export function boundedServerInfo(client: Client, log: Log): Facts {
  const server = client.getServerVersion()
  const instructions = client.getInstructions()
  const cut = (what: keyof typeof LIMITS, text: string): string => {
    const limit = LIMITS[what]
    if (text.length <= limit) return text
    log.write(
      'warning',
      `Only ${groupedDigits(limit)} of ${groupedDigits(text.length)} characters of the server’s ${what} are kept.`,
    )
    return copyPrefix(text, limit)
  }
  return {
    ...(server === undefined
      ? {}
      : { serverName: cut('name', server.name), serverVersion: cut('version', server.version) }),
    ...(server?.title === undefined ? {} : { serverTitle: cut('title', server.title) }),
    ...(server?.description === undefined
      ? {}
      : { serverDescription: cut('description', server.description) }),
    ...(server?.icons === undefined ? {} : { icons: iconsSchema.parse(server.icons) }),
    ...(instructions === undefined ? {} : { instructions: cut('instructions', instructions) }),
    // Parsed from JSON, so it is JSON.
    capabilities: boundedCapabilities({ ...client.getServerCapabilities() } as JsonObject, log),
  }
}

/** The smallest first: one that is too large takes no other's place. */
function boundedCapabilities(all: JsonObject, log: Log): JsonObject {
  const sized = Object.entries(all)
    .map(([name, value]) => ({ name, value, size: name.length + sizeOf(value) }))
    .toSorted((a, b) => a.size - b.size)
  let left = CAPABILITY_CHARACTERS
  const kept = new Set<string>()
  for (const { name, size } of sized.slice(0, CAPABILITIES)) {
    left -= size
    if (left >= 0) kept.add(name)
  }
  const dropped = sized.filter(({ name }) => !kept.has(name))
  if (dropped.length > 0)
    log.write(
      'warning',
      `Capabilities that the server announces are left out (${groupedDigits(dropped.length)}, "${dropped[0]?.name.slice(0, MAX_LABEL)}" among them): at most ${CAPABILITIES} with ${groupedDigits(CAPABILITY_CHARACTERS)} characters are kept.`,
    )
  return Object.fromEntries(Object.entries(all).filter(([name]) => kept.has(name)))
}

function sizeOf(value: JsonValue): number {
  return JSON.stringify(value).length
}
