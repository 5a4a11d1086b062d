import { Client } from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'

/** How the host names itself to servers (MCP `clientInfo`). */
export interface ClientInfo {
  name: string
  version: string
  title: string
}

export interface ClientSettings {
  clientInfo: ClientInfo
  /** Revisions to speak; absent = all that are known. */
  versions?: string[]
  /** Only for HTTP: asks for the modern era on the connection itself, with this time limit. */
  probeTimeoutMs?: number
}

/**
 * A client that declares only what works. Its schemas are interpreted, never compiled to code:
 * they come from servers.
 */
export function createClient(settings: ClientSettings): Client {
  return new Client(settings.clientInfo, {
    capabilities: {},
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
