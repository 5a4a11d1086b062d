import type {
  Completion,
  CompletionRequest,
  Prompt,
  PromptResult,
  Resource,
  ReadResourceResult,
  ResourceTemplate,
  Skill,
  SkillContents,
  ToolCallProgress,
} from '@gatehouse/domain'

export interface PromptRequest {
  name: string
  arguments: Record<string, string>
  onProgress?(progress: ToolCallProgress): void
}

/** A resource to read, with the listener for its progress. */
export interface ReadResourceRequest {
  uri: string
  onProgress?(progress: ToolCallProgress): void
}

/** A file of a skill to read: `uri` is the skill's, `file` one of its files, absent = its SKILL.md. */
export interface SkillRequest {
  uri: string
  file?: string | undefined
  onProgress?(progress: ToolCallProgress): void
}

/**
 * The features of a server besides tools. Everything rejects with `GatehouseError`: `request/cancelled` when `signal`
 * is aborted (the server is notified), `request/timed-out`, `request/connection-lost`, `request/refused` with the
 * server's own message, `request/invalid-response`.
 */
export interface ServerFeatures {
  /** Returns all pages; an unusable entry is left out with a line in the log. */
  listPrompts(signal: AbortSignal): Promise<Prompt[]>
  getPrompt(request: PromptRequest, signal: AbortSignal): Promise<PromptResult>
  listResources(signal: AbortSignal): Promise<Resource[]>
  listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]>
  readResource(what: string | ReadResourceRequest, signal: AbortSignal): Promise<ReadResourceResult>
  /** Returns all skills, none of their files. Empty when the server does not declare the extension. */
  listSkills(signal: AbortSignal): Promise<Skill[]>
  /**
   * Returns one file of a skill, checked against the skill's entry. Also rejects with `skill/too-large`, and with
   * `skill/unverified`: then every file of the skill is refused until its entry changes.
   */
  readSkill(request: SkillRequest, signal: AbortSignal): Promise<SkillContents>
  /** Returns at most 100 values; empty when the server completes nothing. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>
  /**
   * Subscribes to changes of this resource, until the signal is aborted or the connection ends. `onStateChange`
   * receives whether the server reports them from now on.
   */
  watchResource(
    uri: string,
    signal: AbortSignal,
    onStateChange?: (isWatching: boolean) => void,
  ): Promise<void>
}
