import type { Client } from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import {
  clientCapabilities,
  clientTaskCapability,
} from '../../session/handshake/client-capabilities.ts'
import { createRequestTasks } from '../handler-support/requests-as-tasks.ts'
import type { ClientSettings } from '../../session/session.ts'
import type { ConnectionContext } from '../connection-context.ts'
import { CallScopedClient } from './call-scoped-client.ts'

/** The parts of a connection that a client needs. */
export type ClientDependencies = Pick<
  ConnectionContext,
  'clientInfo' | 'calls' | 'taskNotifications' | 'ended' | 'log'
> & {
  options: Pick<ConnectionOptions, 'clientFeatures' | 'logLevel'>
}

/** Times that a modern server may ask before it responds to one request. */
const MAX_ROUNDS = 10

/**
 * A client that declares only what works. Its schemas are interpreted, never compiled to code:
 * they come from servers.
 */
export function createClient(context: ClientDependencies, settings: ClientSettings): Client {
  return new CallScopedClient(context.clientInfo, {
    calls: context.calls,
    taskNotifications: context.taskNotifications,
    requestTasks: createRequestTasks(context.ended),
    logLevel: context.options.logLevel,
    log: context.log,
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
}
