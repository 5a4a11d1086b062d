import type { OutboundHttp } from './outbound-http.ts'

/** A registry of servers, and the copy of what it answered, which is searched without the network. */
export interface CatalogueSource {
  /** Address of an MCP registry with the API v0.1. */
  url: string
  /** It checks who publishes under a namespace, as the public registry does. */
  provesNamespaces: boolean
  http: OutboundHttp
  /** Null where there is no copy, or it cannot be read. */
  readCopy(): Promise<string | null>
  /** Replaces the copy. Rejects when it cannot be written. */
  writeCopy(text: string): Promise<void>
}
