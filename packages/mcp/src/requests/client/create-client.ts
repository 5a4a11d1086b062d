import type { Client } from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import { answerServer, type AnswerParts } from '../incoming/server-requests.ts'
import { clientCapabilities } from '../../session/handshake/client-capabilities.ts'
import { clientTaskCapability, createClientTasks } from '../incoming/request-tasks.ts'
import type { TaskMail } from '../task-notifications.ts'
import { RoundTripClient } from './round-trip-client.ts'

/** How the host names itself to servers (MCP `clientInfo`). */
export interface ClientInfo {
  name: string
  version: string
  title: string
}

export interface ClientSettings {
  context: AnswerParts & {
    clientInfo: ClientInfo
    tasks: TaskMail
    ended: AbortSignal
    options: Pick<ConnectionOptions, 'logLevel'>
  }
  /** Revisions to speak; absent = all that are known. */
  versions?: string[]
  /** Only for HTTP: asks for the modern era on the connection itself, with this time limit. */
  probeTimeoutMs?: number
}

/** Times that a modern server may ask before it answers one request. */
const MAX_ROUNDS = 10

/**
 * A client that declares only what works. Its schemas are interpreted, never compiled to code:
 * they come from servers.
 */
export function createClient(settings: ClientSettings): Client {
  const { context } = settings
  const client = new RoundTripClient(context.clientInfo, {
    calls: context.calls,
    tasks: context.tasks,
    asked: createClientTasks(context.ended),
    logLevel: context.options.logLevel,
    capabilities: {
      ...clientCapabilities(context.options.clientFeatures),
      ...clientTaskCapability(context.options.clientFeatures),
    },
    inputRequired: { maxRounds: MAX_ROUNDS },
    jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
    ...(settings.versions === undefined ? {} : { supportedProtocolVersions: settings.versions }),
    ...(settings.probeTimeoutMs === undefined
      ? {}
      : {
          versionNegotiation: {
            mode: 'auto' as const,
            probe: { timeoutMs: settings.probeTimeoutMs },
          },
        }),
  })
  answerServer(client, context)
  return client
}
