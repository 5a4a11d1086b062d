import type { Client, LoggingLevel } from '@modelcontextprotocol/client'
import type { LogLine } from '@gatehouse/domain'
import type { ConnectionListener } from '@gatehouse/host/ports'

/** Characters of one logged message that are kept. */
const MAX_TEXT = 8192
/** Messages a second that reach the log. */
const MESSAGES_A_SECOND = 200

/** The eight levels of RFC 5424 as the four that the interface tells apart. */
const LEVELS: Record<LoggingLevel, LogLine['level']> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warning',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
}

/**
 * Passes on what a server says by itself: changed lists, updated resources, log messages (MCP
 * 2025-11-25, server/prompts, server/resources, server/utilities/logging).
 */
export function relayNotices(
  client: Client,
  listener: ConnectionListener,
  now: () => number,
): void {
  const mayLog = createGate(now)
  client.setNotificationHandler('notifications/prompts/list_changed', () =>
    listener.onListChanged('prompts'),
  )
  client.setNotificationHandler('notifications/resources/list_changed', () =>
    listener.onListChanged('resources'),
  )
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    listener.onResourceUpdated(params.uri),
  )
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const passes = mayLog()
    if (passes === 'no') return
    if (passes === 'last')
      listener.onLog({
        at: now(),
        source: 'host',
        level: 'warning',
        text: `More than ${MESSAGES_A_SECOND} log messages came in a second; the rest of them is not kept.`,
      })
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data)
    listener.onLog({
      at: now(),
      source: 'server',
      level: LEVELS[params.level],
      text: `${params.logger ? `${params.logger.slice(0, 100)}: ` : ''}${text.slice(0, MAX_TEXT)}`,
    })
  })
}

/** Lets so many through in a second and says which is the last. */
function createGate(now: () => number): () => 'yes' | 'last' | 'no' {
  let second = 0
  let count = 0
  return () => {
    const present = Math.floor(now() / 1000)
    if (present !== second) {
      second = present
      count = 0
    }
    count += 1
    if (count < MESSAGES_A_SECOND) return 'yes'
    return count === MESSAGES_A_SECOND ? 'last' : 'no'
  }
}
