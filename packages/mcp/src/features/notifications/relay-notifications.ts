import type { Client } from '@modelcontextprotocol/client'
import type { LogLine } from '@gatehouse/domain'
import type { ConnectionListener } from '@gatehouse/host/ports'
import { z } from 'zod'
import { copyPrefix } from '../../message-parsing/text-prefix.ts'
import { createLogRateLimit } from '../../traffic-log/log-rate-limit.ts'

/** Characters of one logged message that are kept. */
const MAX_TEXT = 8192
/** Characters of an address that is reported as changed; no one watches a longer one. */
const MAX_URI = 4096
/** Messages a second that reach the log. */
const MESSAGES_A_SECOND = 200

/** The eight levels of RFC 5424 as the four that the interface distinguishes. */
const LEVELS: Record<string, LogLine['level']> = {
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
 * Passes on the notifications of a server: changed lists, updated resources, finished elicitations, log
 * messages (MCP 2025-11-25, server/prompts, server/resources, client/elicitation,
 * server/utilities/logging).
 */
export function relayNotifications(
  client: Client,
  listener: ConnectionListener,
  now: () => number,
): void {
  const mayLog = createLogRateLimit(MESSAGES_A_SECOND, now)
  const promptsChanged = coalesce(() => listener.onListChanged('prompts'))
  const resourcesChanged = coalesce(() => listener.onListChanged('resources'))
  const resourceUpdated = coalesce((uri) => listener.onResourceUpdated(uri))
  // Read member by member: the client's own schemas reject a notification for one of them.
  client.setNotificationHandler('notifications/prompts/list_changed', anyParams, () =>
    promptsChanged('prompts'),
  )
  client.setNotificationHandler('notifications/resources/list_changed', anyParams, () =>
    resourcesChanged('resources'),
  )
  client.setNotificationHandler('notifications/resources/updated', anyParams, ({ uri }) => {
    if (typeof uri === 'string' && uri.length <= MAX_URI) resourceUpdated(uri)
  })
  client.setNotificationHandler('notifications/elicitation/complete', anyParams, (params) => {
    const { elicitationId } = params
    if (typeof elicitationId === 'string') listener.onElicitationComplete(elicitationId)
  })
  client.setNotificationHandler('notifications/message', anyParams, ({ level, logger, data }) => {
    const passes = mayLog()
    if (passes === 'no') return
    if (passes === 'last')
      listener.onLog({
        at: now(),
        source: 'host',
        level: 'warning',
        text: `More than ${MESSAGES_A_SECOND} log messages came in a second; the rest of them is not kept.`,
      })
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    listener.onLog({
      at: now(),
      source: 'server',
      level: levelOf(level),
      text: `${typeof logger === 'string' && logger !== '' ? `${copyPrefix(logger, 100)}: ` : ''}${copyPrefix(text, MAX_TEXT)}`,
    })
  })
}

const anyParams = { params: z.looseObject({}) }

/** A level that no revision knows is an ordinary one. */
function levelOf(level: unknown): LogLine['level'] {
  const known =
    typeof level === 'string' && Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined
  return known ?? 'info'
}

/** Milliseconds in which equal notifications count as one. */
const WINDOW_MS = 100
/** Different notifications of one window that are kept. */
const MAX_KEPT = 100

/** Passes each key on at once, and again at most once in every tenth of a second. */
function coalesce(send: (key: string) => void): (key: string) => void {
  const sent = new Set<string>()
  const again = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function endWindow(): void {
    timer = undefined
    const keys = [...again]
    sent.clear()
    again.clear()
    for (const key of keys) pass(key)
  }

  function pass(key: string): void {
    if (timer === undefined) {
      timer = setTimeout(endWindow, WINDOW_MS)
      timer.unref()
    }
    if (sent.has(key)) again.add(key)
    else if (sent.size < MAX_KEPT) {
      sent.add(key)
      send(key)
    }
  }

  return pass
}
