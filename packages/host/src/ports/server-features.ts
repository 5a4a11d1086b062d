import type {
  Completion,
  CompletionRequest,
  Prompt,
  PromptResult,
  Resource,
  ResourceReading,
  ResourceTemplate,
  ToolCallProgress,
} from '@gatehouse/domain'

export interface PromptRequest {
  name: string
  arguments: Record<string, string>
  onProgress?(progress: ToolCallProgress): void
}

/** An address to read, and whom to tell how far that is. */
export interface ReadRequest {
  uri: string
  onProgress?(progress: ToolCallProgress): void
}

/**
 * What a server offers besides tools. Everything rejects with `GatehouseError`: `request/cancelled`
 * when `signal` is aborted (the server is told), `request/timed-out`, `request/connection-lost`,
 * `request/refused` with the server's own words, `request/bad-answer`.
 */
export interface ServerFeatures {
  /** All pages; an entry that cannot be used is left out with a line in the log. */
  listPrompts(signal: AbortSignal): Promise<Prompt[]>
  getPrompt(request: PromptRequest, signal: AbortSignal): Promise<PromptResult>
  listResources(signal: AbortSignal): Promise<Resource[]>
  listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]>
  readResource(what: string | ReadRequest, signal: AbortSignal): Promise<ResourceReading>
  /** Empty when the server completes nothing; at most 100 values. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>
  /** Asks to be told when this resource changes, until the signal is aborted or the connection ends. */
  watchResource(uri: string, signal: AbortSignal): Promise<void>
}
