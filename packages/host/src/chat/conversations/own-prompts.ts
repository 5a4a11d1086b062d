import { GatehouseError, type Settings } from '@gatehouse/domain'
import { OWN_PROMPT_LIMITS, type OwnPrompt, type PromptText } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'ids'>

/** The texts that a person keeps to put into messages. */
export class OwnPrompts {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** In place of the one with this id, or a new one. Throws `chat/too-many-prompts`. */
  save({ id, ...rest }: Omit<OwnPrompt, 'id'> & { id?: string | undefined }): Settings {
    const { ownPrompts } = this.#deps.stores.settings.load()
    const prompt = { ...rest, id: id ?? this.#deps.ids.next() }
    const isKnown = ownPrompts.some((one) => one.id === prompt.id)
    return this.#save(
      isKnown
        ? ownPrompts.map((one) => (one.id === prompt.id ? prompt : one))
        : [...ownPrompts, prompt],
    )
  }

  remove(id: string): Settings {
    return this.#save(this.#deps.stores.settings.load().ownPrompts.filter((one) => one.id !== id))
  }

  /** Adds those that are not there with the same name and text. Throws `chat/too-many-prompts`. */
  import(prompts: readonly PromptText[]): Settings {
    const kept = [...this.#deps.stores.settings.load().ownPrompts]
    for (const { name, text } of prompts)
      if (!kept.some((one) => one.name === name && one.text === text))
        kept.push({ id: this.#deps.ids.next(), name, text })
    return this.#save(kept)
  }

  #save(ownPrompts: OwnPrompt[]): Settings {
    const { stores, events } = this.#deps
    const characters = ownPrompts.reduce((sum, { text }) => sum + text.length, 0)
    if (ownPrompts.length > OWN_PROMPT_LIMITS.count || characters > OWN_PROMPT_LIMITS.all)
      throw new GatehouseError(
        'chat/too-many-prompts',
        `Only ${OWN_PROMPT_LIMITS.count} prompts with ${OWN_PROMPT_LIMITS.all} characters can be kept. Delete some first.`,
      )
    const settings = { ...stores.settings.load(), ownPrompts }
    stores.settings.save(settings)
    events.emit('settings.changed', settings)
    return settings
  }
}
