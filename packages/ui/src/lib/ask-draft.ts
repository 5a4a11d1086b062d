import type { JsonObject, ModelRef } from '@gatehouse/domain'

/** Changes to a list of content blocks, by the block's place in it (`0`, or `2.0` inside messages). */
export interface BlockEdits {
  texts: Readonly<Record<string, string>>
  removed: readonly string[]
}

/** Changes to a sampling request; numbers as they are typed. Absent = as asked. */
export interface SamplingEdits extends BlockEdits {
  systemPrompt?: string
  maxTokens?: string
  temperature?: string
  /** Places in the list of stop sequences. */
  removedStops: readonly number[]
}

/** What the person changed on an ask's card and has not sent. Absent parts were not touched. */
export interface AskDraft {
  form?: JsonObject
  model?: ModelRef
  sampling?: SamplingEdits
  /** The person's own answer to a sampling request. */
  byHand?: { open: boolean; text: string }
  answer?: BlockEdits
  /** Paths of folders. */
  share?: readonly string[]
}
