import type {
  CommandResolution,
  ConnectionFailure,
  ConnectionInfo,
  ConnectionStep,
  ElicitationAnswer,
  ElicitationRequest,
  Frame,
  JsonObject,
  LogLine,
  ProtocolPreference,
  ResolvedTransport,
  Root,
  SamplingAnswer,
  SamplingRequest,
  Tool,
  ToolCallProgress,
  ToolResult,
} from '@gatehouse/domain'
import type { ServerFeatures } from './server-features.ts'

/** What a connection tells while it lives. Listeners must not throw. */
export interface ConnectionListener {
  onStep(step: ConnectionStep): void
  /** Every JSON-RPC message in both directions, numbered by the host's ring. */
  onFrame(frame: Omit<Frame, 'serverId' | 'seq'>): void
  /** stderr lines, stray stdout lines, and what the host has to say about the process. */
  onLog(line: Omit<LogLine, 'serverId' | 'seq'>): void
  onToolsChanged(tools: Tool[]): void
  /** The server says that one of its other lists changed: read it again when it is looked at. */
  onListChanged(list: 'prompts' | 'resources'): void
  onResourceUpdated(uri: string): void
  /** The server answered something; `ms` is how long that took. */
  onRoundTrip(ms: number): void
  /** The connection ended without being asked to. Called at most once, never after `close()`. */
  onDown(failure: ConnectionFailure): void
}

/** What servers may ask of the host; declared to them exactly so. */
export interface ClientFeatures {
  elicitation: { form: boolean; url: boolean }
  sampling: boolean
  roots: boolean
}

/**
 * Answers what a server asks, in both eras. Only called for declared features. `signal` is aborted
 * when the server or the person gives up. A rejection reaches the server as a refusal, without its
 * words. No request of the connection times out meanwhile.
 */
export interface ServerRequestHandler {
  elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>
  sample(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>
  listRoots(signal: AbortSignal): Promise<Root[]>
}

export interface ConnectionOptions {
  serverId: string
  serverName: string
  transport: ResolvedTransport
  protocol: ProtocolPreference
  /** Milliseconds without an answer or progress. */
  requestTimeoutMs: number
  /** Milliseconds for the whole handshake. */
  startTimeoutMs: number
  listener: ConnectionListener
  clientFeatures: ClientFeatures
  onRequest: ServerRequestHandler
}

/** A live connection to one MCP server. */
export interface Connection extends ServerFeatures {
  readonly info: ConnectionInfo
  /** All pages. Throws a `GatehouseError` (`connection/…`). */
  listTools(signal: AbortSignal): Promise<Tool[]>
  /**
   * Calls a tool. Rejects with `GatehouseError`: `call/cancelled` when `signal` is aborted (the server
   * is told), `call/timed-out`, `call/connection-lost`, `call/protocol` with the server's own words.
   * A tool's own error is a result with `isError`.
   */
  callTool(call: ToolCallRequest, signal: AbortSignal): Promise<ToolResult>
  /** Ends it: stdin closed, grace, terminate, grace, kill, for the whole process tree. Never throws. */
  close(): Promise<void>
}

export interface ToolCallRequest {
  tool: Tool
  arguments: JsonObject
  onProgress(progress: ToolCallProgress): void
}

export interface ConnectionFactory {
  /** Opens and lists nothing. Rejects with `GatehouseError` code `connection/failed`, `data.failure` a {@link ConnectionFailure}. */
  open(options: ConnectionOptions, signal: AbortSignal): Promise<Connection>
  /** Where a command would be found with the person's login-shell PATH. */
  resolveCommand(command: string, cwd: string | undefined): Promise<CommandResolution>
  /** Ends server processes that an earlier run of the app left behind. Returns how many. */
  reapLeftovers(): Promise<number>
}
