import type { ResolvedNetwork } from '@gatehouse/domain'

/** A short request to an address other than an MCP server's. */
export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

export interface OutboundResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface OutboundLimits {
  /** Bytes of the response's body; a larger one is a failure. */
  maxBytes: number
  /** Milliseconds for everything. */
  timeoutMs: number
  /** True if an IP address may be connected to; called for every address that a name resolves to. */
  mayReach(address: string): boolean
  network?: ResolvedNetwork | undefined
}

/** A request of a page that is not the app's own. */
export interface WebRequest {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array | undefined
}

export interface WebResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** As it is once its encoding is undone. */
  body: Uint8Array
}

/** Sends requests of pages. Follows no redirect. */
export interface WebHttp {
  /** Rejects as {@link OutboundHttp.send}. */
  send(request: WebRequest, limits: OutboundLimits, signal: AbortSignal): Promise<WebResponse>
}

/** Sends requests of the host itself. Follows no redirect. */
export interface OutboundHttp {
  /** Rejects with `http/refused` (an address that may not be reached), `http/too-large`, `http/failed`, `http/timed-out`. */
  send(
    request: OutboundRequest,
    limits: OutboundLimits,
    signal: AbortSignal,
  ): Promise<OutboundResponse>
}
