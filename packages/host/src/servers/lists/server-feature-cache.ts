import { NEVER_ABORTED } from '@gatehouse/base'
import type {
  Completion,
  CompletionRequest,
  Prompt,
  PromptResult,
  Resource,
  ReadResourceResult,
  ResourceTemplate,
  ServerListName,
  ServerLists,
  Skill,
  SkillContents,
} from '@gatehouse/domain'
import type {
  Connection,
  PromptRequest,
  ReadResourceRequest,
  SkillRequest,
} from '../../ports/index.ts'
import { createListCache, type ListCache } from './list-cache.ts'
import { ResourceWatches } from './resource-watches.ts'

export interface ServerFeatureCacheOptions {
  /** Called with the watched URIs whenever they change. */
  onWatched?(uris: string[]): void
  /** The state of a resource that chats follow changed. */
  onFollowed?(): void
  /** Milliseconds since the Unix epoch. */
  now?(): number
  /** Called with every list that was read. */
  onLoaded?<Name extends ServerListName>(name: Name, list: ServerLists[Name]): void
}

/** Prompts, resources and skills of one server, over whichever connection is open. */
export class ServerFeatureCache {
  readonly #connect: (signal: AbortSignal) => Promise<Connection>
  readonly #prompts: ListCache<Prompt>
  readonly #resources: ListCache<Resource>
  readonly #templates: ListCache<ResourceTemplate>
  readonly #watches: ResourceWatches
  /** One completion at a time: a newer one aborts the one before. */
  #completing: AbortController | null = null

  constructor(
    connect: (signal: AbortSignal) => Promise<Connection>,
    { onWatched, onFollowed, onLoaded, now = () => 0 }: ServerFeatureCacheOptions = {},
  ) {
    this.#connect = connect
    this.#watches = new ResourceWatches({
      onWatched: () => onWatched?.(this.#watches.uris()),
      onFollowed: () => onFollowed?.(),
      now,
    })
    this.#prompts = createListCache({
      load: async () => (await connect(NEVER_ABORTED)).listPrompts(NEVER_ABORTED),
      onLoaded: (list) => onLoaded?.('prompts', list),
      now,
    })
    this.#resources = createListCache({
      load: async () => (await connect(NEVER_ABORTED)).listResources(NEVER_ABORTED),
      onLoaded: (list) => onLoaded?.('resources', list),
      now,
    })
    this.#templates = createListCache({
      load: async () => (await connect(NEVER_ABORTED)).listResourceTemplates(NEVER_ABORTED),
      onLoaded: (list) => onLoaded?.('templates', list),
      now,
    })
  }

  /** The list that is being read expires after this many milliseconds. */
  expireAfter(list: ServerListName, ttlMs: number): void {
    if (list === 'prompts') this.#prompts.expireAfter(ttlMs)
    else if (list === 'resources') this.#resources.expireAfter(ttlMs)
    else this.#templates.expireAfter(ttlMs)
  }

  prompts(): Promise<Prompt[]> {
    return this.#prompts.read()
  }

  resources(): Promise<Resource[]> {
    return this.#resources.read()
  }

  templates(): Promise<ResourceTemplate[]> {
    return this.#templates.read()
  }

  async getPrompt(request: PromptRequest, signal = NEVER_ABORTED): Promise<PromptResult> {
    return (await this.#connect(signal)).getPrompt(request, signal)
  }

  /** Reads and no more: changes are received only of what the person follows. */
  async readResource(
    what: string | ReadResourceRequest,
    signal = NEVER_ABORTED,
  ): Promise<ReadResourceResult> {
    return (await this.#connect(signal)).readResource(what, signal)
  }

  /** Requested each time: there is no notification for changed skills. */
  async skills(): Promise<Skill[]> {
    return (await this.#connect(NEVER_ABORTED)).listSkills(NEVER_ABORTED)
  }

  async readSkill(request: SkillRequest, signal = NEVER_ABORTED): Promise<SkillContents> {
    return (await this.#connect(signal)).readSkill(request, signal)
  }

  /** Subscribes to changes of a resource, or unsubscribes. */
  async watchResource(uri: string, watch: boolean): Promise<void> {
    if (watch) await this.#watches.watch(await this.#connect(NEVER_ABORTED), uri)
    else this.#watches.unwatch(uri)
  }

  watched(): string[] {
    return this.#watches.uris()
  }

  /** The watched resources that a changed one belongs to: itself, or one that contains it (MCP, server/resources). */
  watchedAbove(uri: string): string[] {
    return this.#watches.uris().filter((one) => isIn(uri, one))
  }

  /** Replaces the resources of this server that chats follow. */
  follow(uris: readonly string[]): void {
    this.#watches.follow(uris)
  }

  /** The followed resources whose changes the server reports now, with since when. */
  followed(): ReadonlyMap<string, number> {
    return this.#watches.followed()
  }

  /** Like {@link watchedAbove}, for resources that chats follow. */
  followedAbove(uri: string): string[] {
    return [...this.#watches.followed().keys()].filter((one) => isIn(uri, one))
  }

  /** Changes of a resource were not reported for a moment. */
  missed(uri: string): void {
    this.#watches.missed(uri)
  }

  /** Another connection took over. */
  opened(connection: Connection): void {
    this.#watches.resume(connection)
  }

  /** The connection is over. */
  closed(): void {
    this.#watches.lost()
  }

  async complete(request: CompletionRequest): Promise<Completion> {
    this.#completing?.abort()
    const { signal } = (this.#completing = new AbortController())
    return (await this.#connect(signal)).complete(request, signal)
  }

  /** Cancels a completion that no one awaits. */
  cancelCompletion(): void {
    this.#completing?.abort()
  }

  /** The server reported that a list changed, or another connection took over. */
  invalidate(list: 'prompts' | 'resources'): void {
    if (list === 'prompts') this.#prompts.invalidate()
    else {
      this.#resources.invalidate()
      this.#templates.invalidate()
    }
  }
}

/** True if a resource is the other one, or a part of it. */
const isIn = (uri: string, whole: string): boolean =>
  uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`)
