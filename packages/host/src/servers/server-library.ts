import type {
  Completion,
  CompletionRequest,
  Prompt,
  PromptResult,
  Resource,
  ResourceReading,
  ResourceTemplate,
} from '@gatehouse/domain'
import type { Connection, PromptRequest } from '../ports/index.ts'
import { createResourceWatches } from './resource-watches.ts'

const NEVER = new AbortController().signal

/** A list that is read once and again only after the server said that it changed. */
interface Shelf<Item> {
  read(): Promise<Item[]>
  drop(): void
}

/** Prompts and resources of one server, over whichever connection is open. */
export class ServerLibrary {
  readonly #connect: () => Promise<Connection>
  readonly #prompts: Shelf<Prompt>
  readonly #resources: Shelf<Resource>
  readonly #templates: Shelf<ResourceTemplate>
  readonly #watches = createResourceWatches()
  /** One completion at a time: a newer one aborts the one before. */
  #completing: AbortController | null = null

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect
    this.#prompts = createShelf(async () => (await connect()).listPrompts(NEVER))
    this.#resources = createShelf(async () => (await connect()).listResources(NEVER))
    this.#templates = createShelf(async () => (await connect()).listResourceTemplates(NEVER))
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

  async getPrompt(request: PromptRequest): Promise<PromptResult> {
    return (await this.#connect()).getPrompt(request, NEVER)
  }

  /** Also asks to be told when what was read changes, if the server can tell. */
  async readResource(uri: string): Promise<ResourceReading> {
    const connection = await this.#connect()
    const reading = await connection.readResource(uri, NEVER)
    this.#watches.watch(connection, uri)
    return reading
  }

  async complete(request: CompletionRequest): Promise<Completion> {
    this.#completing?.abort()
    const { signal } = (this.#completing = new AbortController())
    return (await this.#connect()).complete(request, signal)
  }

  /** The server said that a list changed, or another connection took over. */
  drop(list: 'prompts' | 'resources'): void {
    if (list === 'prompts') this.#prompts.drop()
    else {
      this.#resources.drop()
      this.#templates.drop()
    }
  }
}

function createShelf<Item>(load: () => Promise<Item[]>): Shelf<Item> {
  let items: Promise<Item[]> | null = null
  return {
    read() {
      if (items) return items
      const reading = load()
      items = reading
      // A list that could not be read is read again next time.
      reading.catch(() => {
        if (items === reading) items = null
      })
      return reading
    },
    drop() {
      items = null
    },
  }
}
