import type { JsonObject } from '@gatehouse/domain'

/** The events of a custom transport. */
export interface CustomTransportEvents {
  /** One JSON-RPC message, parsed already; anything else is noted and passed over. */
  onMessage(message: unknown): void
  /** Nothing more comes; `reason` in words. Not after `close()`. */
  onClosed(reason: string): void
}

/** An open transport for the messages of one server. */
export interface CustomTransport {
  /** Sends one JSON-RPC message. Rejects when the transport is closed. */
  send(message: JsonObject): Promise<void>
  /** Never rejects. */
  close(): Promise<void>
}

/**
 * Another transport than stdio and HTTP: whatever can carry JSON-RPC messages both ways, one at a time
 * and in order (MCP 2025-11-25, basic/transports, "Custom Transports"). Registered by name with the
 * connection factory, chosen by `{ kind: 'custom', name, settings }`. Both eras are negotiated on it,
 * every message is recorded. Rejects when the transport cannot be opened or `signal` is aborted.
 */
export type CustomTransportFactory = (
  settings: JsonObject,
  events: CustomTransportEvents,
  signal: AbortSignal,
) => Promise<CustomTransport>
