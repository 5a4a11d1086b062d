import { GatehouseError, type Settings } from '@gatehouse/domain'
import { CHAT_SETUP_LIMITS, type ChatPreset, type NewChats } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'ids'>

/** Setups with names, and which of them new chats begin with. */
export class ChatPresets {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** In place of the one with this id, or a new one. Throws `chat/too-many-presets`. */
  save({ id, ...rest }: Omit<ChatPreset, 'id'> & { id?: string | undefined }): Settings {
    const settings = this.#deps.stores.settings.load()
    const preset: ChatPreset = { ...rest, id: id ?? this.#deps.ids.next() }
    const isKnown = settings.chatPresets.some((one) => one.id === preset.id)
    if (!isKnown && settings.chatPresets.length >= CHAT_SETUP_LIMITS.presets)
      throw new GatehouseError(
        'chat/too-many-presets',
        `Only ${CHAT_SETUP_LIMITS.presets} presets can be kept. Delete one first.`,
      )
    const chatPresets = isKnown
      ? settings.chatPresets.map((one) => (one.id === preset.id ? preset : one))
      : [...settings.chatPresets, preset]
    return this.#save({ ...settings, chatPresets })
  }

  /** New chats that would begin with it are plain again. */
  remove(id: string): Settings {
    const settings = this.#deps.stores.settings.load()
    const { newChats } = settings
    const isUsed = newChats.kind === 'preset' && newChats.id === id
    return this.#save({
      ...settings,
      chatPresets: settings.chatPresets.filter((one) => one.id !== id),
      newChats: isUsed ? { kind: 'plain' } : newChats,
    })
  }

  setNewChats(newChats: NewChats): Settings {
    return this.#save({ ...this.#deps.stores.settings.load(), newChats })
  }

  #save(settings: Settings): Settings {
    this.#deps.stores.settings.save(settings)
    this.#deps.events.emit('settings.changed', settings)
    return settings
  }
}
