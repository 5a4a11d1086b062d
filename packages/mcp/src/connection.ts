import { DisposableStore } from '@gatehouse/base'
import type { Client } from '@modelcontextprotocol/client'
import { abortWith, type ConnectionFailure, isGatehouseError } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import { createFrameRecorder } from './traffic-log/frame-recorder.ts'
import type { ClientInfo, ClientSettings, Session, SessionContext } from './session/session.ts'
import type { ConnectionContext, RequestContext } from './requests/connection-context.ts'
import { createOutputLog } from './traffic-log/output-log.ts'
import { complete } from './features/completion/complete.ts'
import { relayNotifications } from './features/notifications/relay-notifications.ts'
import { createPausableTimeouts } from './system/timing/pausable-timeouts.ts'
import { createCallTracker } from './requests/call-tracker.ts'
import { getPrompt, listPrompts } from './features/prompts/prompts.ts'
import {
  listResources,
  listResourceTemplates,
  readResource,
} from './features/resources/resources.ts'
import { watchResource } from './features/resources/watch-resource.ts'
import { handleElicitation } from './features/elicitation/handle-elicitation.ts'
import { handleRoots, sendRootsChanged } from './features/roots/roots.ts'
import { handleSampling } from './features/sampling/handle-sampling.ts'
import { createClient } from './requests/sdk-client/create-client.ts'
import { createSkills } from './features/skills/skills.ts'
import { pollTask } from './features/tasks/poll-task.ts'
import { createTaskNotifications } from './requests/task-notifications.ts'
import { listTasks } from './features/tasks/task-requests.ts'
import { createScriptTimeLimiter } from './system/timing/script-time-limit.ts'
import { callTool } from './features/tools/call-tool.ts'
import { listTools } from './features/tools/list-tools.ts'
import { createToolWatch, type ToolWatch } from './features/tools/watch-tools.ts'
import { createDeadline } from './system/timing/deadline.ts'
import { runRequest } from './requests/run-request.ts'

export interface OpenConnectionOptions {
  options: ConnectionOptions
  clientInfo: ClientInfo
  now: () => number
  /** Opens the session over the transport that the options name. */
  openSession(context: SessionContext, signal: AbortSignal): Promise<Session>
}

/** Opens a session and puts the features on it. Rejects as `openSession` does. */
export async function openConnection(
  { options, clientInfo, now, openSession }: OpenConnectionOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { listener } = options
  let watch: ToolWatch | undefined
  const ended = new AbortController()
  const calls = createCallTracker()
  const context: ConnectionContext = {
    options,
    clientInfo,
    recorder: createFrameRecorder(listener, now, () => calls.current()),
    log: createOutputLog(listener, now),
    createClient: (settings) => clientWithHandlers(context, settings),
    timeouts: createPausableTimeouts(),
    timeLimiter: createScriptTimeLimiter(),
    calls,
    taskNotifications: createTaskNotifications(),
    now,
    ended: ended.signal,
    onLost(failure: ConnectionFailure) {
      if (ended.signal.aborted) return
      abortWith(ended, 'connection-lost')
      watch?.dispose()
      listener.onDown(failure)
    },
    onRenewed(client: Client) {
      startNotifications(client, context)
      watch?.attach(client)
      for (const renewed of context.renewals) renewed(client)
      context.onGap()
    },
    onGap() {
      watch?.refresh()
      listener.onListChanged('prompts')
      listener.onListChanged('resources')
    },
    renewals: new Set(),
  }
  const session = await openSession(context, signal)
  const owner = new DisposableStore('connection')
  owner.add({ dispose: () => session.close().catch(() => undefined) })
  const parts = { session, context }
  startNotifications(session.client, context)
  watch = createToolWatch({
    log: context.log,
    list: (limit) => listTools(parts, limit),
    onChanged: (tools) => listener.onToolsChanged(tools),
    onGap: () => context.onGap(),
  })
  owner.add(watch)
  if (ended.signal.aborted) watch.dispose()
  else watch.attach(session.client)

  return {
    ...featuresOf(parts),
    async close() {
      abortWith(ended, 'connection-lost')
      await owner.dispose()
    },
  }
}

/** A client that handles what the host declares: forms and pages, sampling, roots. */
function clientWithHandlers(context: ConnectionContext, settings: ClientSettings): Client {
  const client = createClient(context, settings)
  handleElicitation(client, context)
  handleSampling(client, context)
  handleRoots(client, context)
  return client
}

/** Passes on what the server sends by itself, at the log level that the person chose. */
function startNotifications(client: Client, context: ConnectionContext): void {
  relayNotifications(client, context.options.listener, context.now)
  void sendLogLevel(client, context)
}

/** All features, on one session. */
function featuresOf(parts: RequestContext): Omit<Connection, 'close'> {
  const skills = createSkills(parts)
  return {
    info: parts.session.info,
    listTools: (limit) => listTools(parts, limit),
    callTool: (call, limit) => callTool(parts, call, limit),
    pollTask: (task, limit) => pollTask(parts, task, limit),
    listTasks: (limit) => listTasks(parts, limit),
    listPrompts: (limit) => listPrompts(parts, limit),
    getPrompt: (request, limit) => getPrompt(parts, request, limit),
    listResources: (limit) => listResources(parts, limit),
    listResourceTemplates: (limit) => listResourceTemplates(parts, limit),
    readResource: (uri, limit) => readResource(parts, uri, limit),
    listSkills: (limit) => skills.list(limit),
    readSkill: (request, limit) => skills.read(request, limit),
    complete: (request, limit) => complete(parts, request, limit),
    watchResource: (uri, signal, onStateChange) =>
      watchResource(parts, uri, { signal, onStateChange }),
    ping: (limit) => ping(parts, limit),
    rootsChanged: () => sendRootsChanged(parts),
    sendLogLevel: () => sendLogLevel(parts.session.client, parts.context),
  }
}

/**
 * `logging/setLevel` (MCP 2025-11-25, server/utilities/logging), where the server takes it. The
 * modern era has no such request: there each request carries the level. Never rejects.
 */
async function sendLogLevel(
  client: Client,
  { options, log, ended }: Pick<ConnectionContext, 'options' | 'log' | 'ended'>,
): Promise<void> {
  const level = options.logLevel?.()
  const isSettable = client.getProtocolEra() !== 'modern' && client.getServerCapabilities()?.logging
  if (level === undefined || !isSettable) return
  const deadline = createDeadline(options.requestTimeoutMs, ended)
  try {
    await client.setLoggingLevel(level, { signal: deadline.signal, timeout: 2_147_483_647 })
  } catch (error) {
    if (ended.aborted) return
    const words = error instanceof Error ? error.message : String(error)
    log.write('warning', `The server did not take the log level "${level}": ${words.slice(0, 300)}`)
  } finally {
    deadline.dispose()
  }
}

/**
 * A ping (MCP 2025-11-25, basic/utilities/ping). The modern era has no `ping`; every server
 * of it responds to `server/discover`.
 */
async function ping(parts: RequestContext, signal: AbortSignal): Promise<void> {
  const isModern = parts.session.info.era === 'modern'
  try {
    await runRequest(
      parts,
      {
        what: 'a ping',
        run: async (client, options) => {
          if (isModern) await client.discover(options)
          else await client.ping(options)
        },
      },
      signal,
    )
  } catch (error) {
    // Whoever refuses, or responds with nonsense, is alive.
    const code = isGatehouseError(error) ? error.code : ''
    if (code !== 'request/refused' && code !== 'request/invalid-response') throw error
  }
}
