import type { Client } from '@modelcontextprotocol/client'
import type { ConnectionFailure } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import { createFrameTap } from './frame-tap.ts'
import type { ClientInfo } from './handshake/create-client.ts'
import type { Session, SessionContext } from './session.ts'
import { createOutputLog } from './stdio/output-log.ts'
import { complete } from './completion/complete.ts'
import { relayNotices } from './notices/relay-notices.ts'
import { createPatience } from './patience.ts'
import { getPrompt, listPrompts } from './prompts/prompts.ts'
import { listResources, listResourceTemplates, readResource } from './resources/resources.ts'
import { watchResource } from './resources/watch-resource.ts'
import { callTool } from './tools/call-tool.ts'
import { listTools } from './tools/list-tools.ts'
import { createToolWatch, type ToolWatch } from './tools/watch-tools.ts'

export interface OpenConnectionOptions {
  options: ConnectionOptions
  clientInfo: ClientInfo
  now: () => number
  /** Opens the session over the transport that the options name. */
  openSession(context: SessionContext, signal: AbortSignal): Promise<Session>
}

/** Opens a session and puts the message families on it. Rejects as `openSession` does. */
export async function openConnection(
  { options, clientInfo, now, openSession }: OpenConnectionOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { listener } = options
  let closed: Promise<void> | undefined
  let watch: ToolWatch | undefined
  let isDown = false
  const context: SessionContext = {
    options,
    clientInfo,
    tap: createFrameTap(listener, now),
    log: createOutputLog(listener, now),
    patience: createPatience(),
    onLost(failure: ConnectionFailure) {
      if (isDown || closed) return
      isDown = true
      watch?.dispose()
      listener.onDown(failure)
    },
    onRenewed(client: Client) {
      relayNotices(client, listener, now)
      watch?.attach(client)
      watch?.refresh()
    },
  }
  const session = await openSession(context, signal)
  const parts = { session, context }
  relayNotices(session.client, listener, now)
  watch = createToolWatch({
    log: context.log,
    list: (limit) => listTools(parts, limit),
    onChanged: (tools) => listener.onToolsChanged(tools),
  })
  if (isDown) watch.dispose()
  else watch.attach(session.client)

  return {
    info: session.info,
    listTools: (limit) => listTools(parts, limit),
    callTool: (call, limit) => callTool(parts, call, limit),
    listPrompts: (limit) => listPrompts(parts, limit),
    getPrompt: (request, limit) => getPrompt(parts, request, limit),
    listResources: (limit) => listResources(parts, limit),
    listResourceTemplates: (limit) => listResourceTemplates(parts, limit),
    readResource: (uri, limit) => readResource(parts, uri, limit),
    complete: (request, limit) => complete(parts, request, limit),
    watchResource: (uri, limit) => watchResource(parts, uri, limit),
    close() {
      closed ??= end(session, watch)
      return closed
    },
  }
}

/** Every step runs, whatever an earlier one does. */
async function end(session: Session, watch: ToolWatch | undefined): Promise<void> {
  try {
    watch?.dispose()
  } finally {
    await session.close().catch(() => undefined)
  }
}
