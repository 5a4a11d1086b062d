import type {
  AskExpiry,
  ConnectionFailure,
  ConnectionInfo,
  ConnectionStep,
  DownloadProgress,
  NegotiatedProtocol,
  Frame,
  JsonObject,
  LogLine,
  LoggingLevel,
  ProtocolPreference,
  ResolvedNetwork,
  ResolvedTransport,
  ServerListName,
  TaskState,
  Tool,
  ToolCallProgress,
  ToolResult,
} from '@gatehouse/domain'
import type {
  CommandResolution,
  FoundProgram,
  FoundRuntime,
  LaunchPin,
} from '@gatehouse/domain/launch'
import type {
  ElicitationAnswer,
  ElicitationRequest,
  Root,
  SamplingAnswer,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type { RequestAuthorization } from './authorizations.ts'
import type { ServerFeatures } from './server-features.ts'
import type { ServerTasks } from './server-tasks.ts'

/** Events of an open connection. Listeners must not throw. */
export interface ConnectionListener {
  onStep(step: ConnectionStep): void
  /** A start that may download has done more, or stands still. */
  onDownload?(progress: DownloadProgress): void
  /** Every JSON-RPC message in both directions, numbered by the host's ring. */
  onFrame(frame: Omit<Frame, 'serverId' | 'seq'>): void
  /** Receives lines of stderr, stray lines of stdout, and the host's reports about the process. */
  onLog(line: Omit<LogLine, 'serverId' | 'seq'>): void
  onToolsChanged(tools: Tool[]): void
  /** Another list of the server changed; it is read again when it is shown. */
  onListChanged(list: 'prompts' | 'resources'): void
  /** A page of a list may be cached for this many milliseconds (MCP 2026-07-28, caching). */
  onListFresh?(list: ServerListName, ttlMs: number): void
  /** A resource changed. `isGap`: no notification came, but for a moment none could arrive. */
  onResourceUpdated(uri: string, isGap?: boolean): void
  /** The elicitation with this id was completed in the browser (MCP 2025-11-25, client/elicitation). */
  onElicitationComplete(elicitationId: string): void
  /** A response arrived; `ms` is the time from the request. */
  onRoundTrip(ms: number): void
  /** The connection ended unexpectedly. Called at most once, never after `close()`. */
  onDown(failure: ConnectionFailure): void
}

/** The server requests that the host supports, as declared to servers. */
export interface ClientFeatures {
  elicitation: { form: boolean; url: boolean }
  /** `tools`: the model may be offered tools of the server; `context`: `includeContext` is put before the person. */
  sampling: false | { tools: boolean; context: boolean }
  roots: boolean
  /** Interfaces of servers are drawn (MCP Apps, `io.modelcontextprotocol/ui`). */
  apps: boolean
}

/** Origin of a server's request. */
export interface ServerRequestContext {
  /**
   * `callId`s of the tool calls that may have caused it: in the modern era exactly the one that did,
   * or none; in the legacy era, where nothing names the call, all that run.
   */
  callIds: string[]
  /** True if these calls did cause it: it came as a round of that request. Absent = unknown. */
  isExact?: boolean
  /** Time after which the server no longer accepts the answer; absent = unknown. */
  expiry?: AskExpiry
  /** The message that carried it; absent = unknown. */
  source?: RequestSource | undefined
}

/** A separate request, or one in the response to a call or in the state of its task. */
export type RequestSource =
  | { kind: 'request'; id: string | number }
  | { kind: 'input-request'; callId: string; key: string }

/**
 * Handles the requests of a server, in both eras. Only called for declared features. `signal` is aborted when the
 * server or the person cancels, with `expired` when its time is over. A rejection is sent as an error without its
 * message; `request/too-many` as an error that allows a retry. No request of the connection times out while one is
 * handled.
 */
export interface ServerRequestHandler {
  /** A form's schema is flat, as specified; the answer is validated against it. */
  elicit(
    request: ElicitationRequest,
    context: ServerRequestContext,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>
  sample(
    request: SamplingRequest,
    context: ServerRequestContext,
    signal: AbortSignal,
  ): Promise<SamplingAnswer>
  listRoots(context: ServerRequestContext, signal: AbortSignal): Promise<Root[]>
}

/** Milliseconds; the clock stops while a person is asked. */
export interface CallLimits {
  /** Time limit without a response or progress. */
  silenceMs: number
  /** Total time limit, with or without progress. */
  totalMs: number
}

export interface ConnectionOptions {
  serverId: string
  serverName: string
  transport: ResolvedTransport
  protocol: ProtocolPreference
  /**
   * The files that a person allowed to run; anything else fails with `launch-changed`. `null` = none allowed;
   * absent = not compared.
   */
  allowed?: LaunchPin | null
  /** Network settings; absent = the system's. */
  network?: ResolvedNetwork
  /** Authorizes requests over HTTP; absent = only the headers of the transport do. */
  authorization?: RequestAuthorization | undefined
  /** The protocol of the last start, tried first; used only with `auto`. */
  negotiated?: NegotiatedProtocol
  /** Milliseconds without a response or progress. */
  readonly requestTimeoutMs: number
  /**
   * Returns the limits of a call; called for every call, as they may change while connected. Absent = the defaults.
   */
  callLimits?(toolName: string): CallLimits
  /** Returns the least severity that the server is asked to log; called for every request of it. */
  logLevel?(): LoggingLevel | undefined
  /**
   * Milliseconds for the handshake. What a process prints gives it more time, ten times as much at most; a launch that
   * may download has no limit while its processes work.
   */
  startTimeoutMs: number
  listener: ConnectionListener
  clientFeatures: ClientFeatures
  onRequest: ServerRequestHandler
}

/** A live connection to one MCP server. */
export interface Connection extends ServerFeatures, ServerTasks {
  readonly info: ConnectionInfo
  /** Returns all pages. Throws a `GatehouseError` (`connection/…`). */
  listTools(signal: AbortSignal): Promise<Tool[]>
  /**
   * Calls a tool. A tool's own error is a result with `isError`. Rejects with `GatehouseError`: `call/cancelled`
   * when `signal` is aborted (the server is notified); `call/timed-out`; `call/connection-lost`;
   * `call/outcome-unknown` when the server asks for a retry, which no connection does by itself, or when its
   * response is unreadable; `call/protocol` with the server's own words; `call/url-elicitation-required` with
   * `data.elicitations`, a list of `UrlElicitation`, when the person must first complete something in the browser.
   */
  callTool(call: ToolCallRequest, signal: AbortSignal): Promise<ToolResult>
  /** Notifies the server that its roots changed, in the legacy era. Never rejects. */
  rootsChanged(): Promise<void>
  /**
   * Sends `ping` in the legacy era, `server/discover` in the modern one. An error response counts as a response.
   * Without a response it rejects as {@link ServerFeatures} do.
   */
  ping(signal: AbortSignal): Promise<void>
  /** Sends the level of `logLevel` to the server, where the era has a request for it. Never rejects. */
  sendLogLevel(): Promise<void>
  /** Ends the connection: stdin closed, grace, terminate, grace, kill, for the whole process tree. Never throws. */
  close(): Promise<void>
}

export interface ToolCallRequest {
  tool: Tool
  arguments: JsonObject
  /** Names the call in the {@link ServerRequestContext} of the server's requests during it. */
  callId?: string
  onProgress(progress: ToolCallProgress): void
  /**
   * Called when the server runs the call as a task: at once, and whenever the task's state changes. The call then
   * continues as {@link ServerTasks.pollTask}.
   */
  onTask?(task: TaskState): void
}

/** A resolved command to start, with the variables that are no secrets. */
export interface LaunchTarget {
  command: string
  args: string[]
  env: Record<string, string>
  cwd: string | undefined
}

export interface FoundLaunch {
  resolution: CommandResolution
  /** The files that the launch runs; null when the command was not found. */
  pin: LaunchPin | null
  /** The program that runs code outside of those files; absent and null when there is none. */
  unpinned?: string | null
  /** The programs that the command starts, one inside of the other, the last one innermost. */
  programs?: FoundProgram[]
  /** The runtime that runs it; absent where it needs none, or none was found. */
  runtime?: FoundRuntime
  /** The existing files among those that were looked for, nearest first. */
  nearby: string[]
}

export interface ConnectionFactory {
  /**
   * Opens a connection and lists nothing. Rejects with `GatehouseError` code `connection/failed`, `data.failure` a
   * {@link ConnectionFailure}.
   */
  open(options: ConnectionOptions, signal: AbortSignal): Promise<Connection>
  /** Resolves a launch by the same steps as `open`. Runs nothing. */
  inspectLaunch(
    target: LaunchTarget,
    options: {
      /** Relative paths to look for in the working directory and above it. */
      lookFor: readonly string[]
      /** Files with known hashes. */
      known?: LaunchPin | undefined
    },
  ): Promise<FoundLaunch>
  /** The runtimes of the person, and the folders in which they were looked for. */
  findRuntimes(): Promise<{ found: FoundRuntime[]; lookedIn: string[] }>
  /** Ends server processes of an earlier run of the app. Returns their number. */
  reapLeftovers(): Promise<number>
}
