import type { JsonObject } from '@gatehouse/domain'

/** The events of a custom transport. */
export interface CustomTransportEvents {
  /** Receives one parsed JSON-RPC message; anything else is logged and ignored. */
  onMessage(message: unknown): void
  /** The transport ended; `reason` in words. Not called after `close()`. */
  onClosed(reason: string): void
}

/** An open transport for the messages of one server. */
export interface CustomTransport {
  /** Sends one JSON-RPC message. Rejects when the transport is closed. */
  send(message: JsonObject): Promise<void>
  /** Ends the transport. Never rejects. */
  close(): Promise<void>
}

/**
 * Opens a transport other than stdio and HTTP. It carries JSON-RPC messages both ways, one at a time and in order
 * (MCP 2025-11-25, basic/transports, "Custom Transports"). It is registered by name with the connection factory,
 * and chosen by `{ kind: 'custom', name, settings }`. Both eras are negotiated on it, and every message is
 * recorded. Rejects when the transport cannot be opened or `signal` is aborted.
 */
export type CustomTransportFactory = (
  settings: JsonObject,
  events: CustomTransportEvents,
  signal: AbortSignal,
) => Promise<CustomTransport>
