import { acceptsMedia, type ModelProvider, type ModelRef, type Turn } from '@gatehouse/domain'

/** Media from the tools of a chat that a model is known not to take. */
export type UnsupportedToolMedia = 'images' | 'sounds' | 'both'

type ShownTurn = Pick<Turn, 'model' | 'entries'>

/** The types of the pictures and sounds that the tools of a turn gave. */
function mediaTypesOf({ entries }: ShownTurn): string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'tool-call'
      ? (entry.result?.content ?? []).flatMap((block) => {
          if (block.type === 'image' || block.type === 'audio') return [block.mimeType]
          const type = block.type === 'resource' ? (block.resource.mimeType ?? '') : ''
          return /^(?:image|audio)\//.test(type) ? [type] : []
        })
      : [],
  )
}

/**
 * Returns media of tool results in a chat that its model is known not to take; undefined once this model has
 * answered after them: the note was shown then.
 */
export function unsupportedToolMedia(
  turns: readonly ShownTurn[],
  provider: ModelProvider,
  model: ModelRef,
): UnsupportedToolMedia | undefined {
  const found = { image: false, audio: false }
  for (const turn of turns.toReversed()) {
    for (const type of mediaTypesOf(turn))
      if (acceptsMedia(provider, model.modelId, type) === false)
        found[type.startsWith('image/') ? 'image' : 'audio'] = true
    const { model: own } = turn
    if (own?.providerId === model.providerId && own.modelId === model.modelId) break
  }
  if (found.image && found.audio) return 'both'
  return found.image ? 'images' : found.audio ? 'sounds' : undefined
}
