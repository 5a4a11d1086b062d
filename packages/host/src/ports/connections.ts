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
import type { CommandResolution, FoundProgram, LaunchPin } from '@gatehouse/domain/launch'
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
  /** stderr lines, stray stdout lines, and what the host reports about the process. */
  onLog(line: Omit<LogLine, 'serverId' | 'seq'>): void
  onToolsChanged(tools: Tool[]): void
  /** Another list of the server changed: read it again when it is shown. */
  onListChanged(list: 'prompts' | 'resources'): void
  /** A page of a list may be cached for this many milliseconds (MCP 2026-07-28, caching). */
  onListFresh?(list: ServerListName, ttlMs: number): void
  /** `isGap`: the server sent no notification, but for a moment it could notify no one. */
  onResourceUpdated(uri: string, isGap?: boolean): void
  /** The elicitation with this id was completed in the browser (MCP 2025-11-25, client/elicitation). */
  onElicitationComplete(elicitationId: string): void
  /** A response arrived; `ms` is how long it took. */
  onRoundTrip(ms: number): void
  /** The connection ended without being asked to. Called at most once, never after `close()`. */
  onDown(failure: ConnectionFailure): void
}

/** The requests of servers that the host supports, as it declares to them. */
export interface ClientFeatures {
  elicitation: { form: boolean; url: boolean }
  /** `tools`: the model may be offered tools of the server; `context`: `includeContext` is put before the person. */
  sampling: false | { tools: boolean; context: boolean }
  roots: boolean
}

/** Where a server's request comes from. */
export interface ServerRequestContext {
  /**
   * `callId`s of the tool calls that may have caused it: in the modern era exactly the one that did,
   * or none; in the legacy era, where nothing names the call, all that run.
   */
  callIds: string[]
  /** They did cause it: it came as a round of that very request. Absent = that is not known. */
  isExact?: boolean
  /** When the server no longer comes for the answer; absent = that is not known. */
  expiry?: AskExpiry
  /** The message that carried it; absent = not known. */
  source?: RequestSource | undefined
}

/** A request of its own, or one of those in the response to a call or in the state of its task. */
export type RequestSource =
  | { kind: 'request'; id: string | number }
  | { kind: 'input-request'; callId: string; key: string }

/**
 * Handles the requests of a server, in both eras. Only called for declared features. `signal` is aborted
 * when the server or the person cancels, with `expired` when its time is over. A rejection is sent as an error without its message;
 * `request/too-many` as one that may be retried. No request of the connection times out meanwhile.
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
  /** Time limit in all, with or without progress. */
  totalMs: number
}

export interface ConnectionOptions {
  serverId: string
  serverName: string
  transport: ResolvedTransport
  protocol: ProtocolPreference
  /**
   * The files that a person allowed to run: anything else is not started, with the failure
   * `launch-changed`. `null` = they allowed none; absent = not compared.
   */
  allowed?: LaunchPin | null
  /** Network settings; absent = the system's. */
  network?: ResolvedNetwork
  /** Authorizes requests over HTTP; absent = only the headers of the transport do. */
  authorization?: RequestAuthorization | undefined
  /** The protocol of the last start, tried first; used with `auto` only. */
  negotiated?: NegotiatedProtocol
  /** Milliseconds without a response or progress. */
  readonly requestTimeoutMs: number
  /** Asked again for every call, as the limits may change while connected; absent = the default ones. */
  callLimits?(toolName: string): CallLimits
  /** The least severity that the server is asked to log; asked again like the limits. */
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
  /** All pages. Throws a `GatehouseError` (`connection/…`). */
  listTools(signal: AbortSignal): Promise<Tool[]>
  /**
   * Calls a tool. Rejects with `GatehouseError`: `call/cancelled` when `signal` is aborted (the server
   * is notified), `call/timed-out`, `call/connection-lost`, `call/outcome-unknown` when the server wanted it
   * to be sent again, which no connection does by itself, or when its response cannot be read,
   * `call/protocol` with the server's own words,
   * `call/url-elicitation-required` with `data.elicitations`, a list of `UrlElicitation`, when
   * something has to be done in the browser first. A tool's own error is a result with `isError`.
   */
  callTool(call: ToolCallRequest, signal: AbortSignal): Promise<ToolResult>
  /** Notifies the server that its roots changed, in the legacy era. Never rejects. */
  rootsChanged(): Promise<void>
  /**
   * Sends `ping` in the legacy era, `server/discover` in the modern one. An error response counts as a
   * response. Rejects as {@link ServerFeatures} do when there is none.
   */
  ping(signal: AbortSignal): Promise<void>
  /** Sends the level of `logLevel` to the server, where the era has a request for it. Never rejects. */
  sendLogLevel(): Promise<void>
  /** Ends it: stdin closed, grace, terminate, grace, kill, for the whole process tree. Never throws. */
  close(): Promise<void>
}

export interface ToolCallRequest {
  tool: Tool
  arguments: JsonObject
  /** Names the call in the {@link ServerRequestContext} of what the server asks during it. */
  callId?: string
  onProgress(progress: ToolCallProgress): void
  /**
   * The server runs it as a task: called at once, and whenever its state changes. The call then continues
   * as {@link ServerTasks.pollTask}.
   */
  onTask?(task: TaskState): void
}

/** A command as it will be started. Of its variables, those that are not secrets. */
export interface LaunchTarget {
  command: string
  args: string[]
  env: Record<string, string>
  cwd: string | undefined
}

export interface FoundLaunch {
  resolution: CommandResolution
  /** The files that decide what runs; null when the command was not found. */
  pin: LaunchPin | null
  /** The program that runs code which is not among those files; absent and null when all is. */
  unpinned?: string | null
  /** The programs that the command starts, one inside of the other; the last runs in the end. */
  programs?: FoundProgram[]
  /** The files that were looked for and exist, nearest first. */
  nearby: string[]
}

export interface ConnectionFactory {
  /** Opens and lists nothing. Rejects with `GatehouseError` code `connection/failed`, `data.failure` a {@link ConnectionFailure}. */
  open(options: ConnectionOptions, signal: AbortSignal): Promise<Connection>
  /** Resolves a launch by the very steps of `open`. Runs nothing. */
  inspectLaunch(
    target: LaunchTarget,
    options: {
      /** Relative paths to be looked for in the working directory and above it. */
      lookFor: readonly string[]
      /** Files that are hashed already. */
      known?: LaunchPin | undefined
    },
  ): Promise<FoundLaunch>
  /** Ends server processes that an earlier run of the app left behind. Returns how many. */
  reapLeftovers(): Promise<number>
}
