import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { jsonObjectSchema, MAX_CALL_LABEL, type JsonObject, type StepPart } from '@gatehouse/domain'
import type { StepMeter } from './step-meter.ts'

/** No answer has as many blocks; of one that has them nothing is handed back. */
const MAX_PARTS = 1000

/** The parts of one step in order, as far as its provider may want them back. */
export interface StepParts {
  take(part: LanguageModelV4StreamPart): void
  /** All parts with the calls that were passed on; nothing when the provider wants nothing back. */
  all(calls: readonly { toolCallId: string }[]): StepPart[] | undefined
}

type Block = StepPart & { id: string }

export function createStepParts(meter: Pick<StepMeter, 'data'>): StepParts {
  const blocks: Block[] = []
  /** Blocks that streamed across each other are not ranges of the text. */
  let isMixed = false

  const blockOf = (type: 'text' | 'reasoning', id: string): Block => {
    const known = blocks.findLast((block) => block.type === type && block.id === id)
    if (known) return known
    const block: Block = { type, id, characters: 0 }
    if (blocks.length < MAX_PARTS) blocks.push(block)
    else isMixed = true
    return block
  }
  const add = (block: Block, text: string): void => {
    if (block.type === 'tool-call' || text === '') return
    isMixed ||= blocks.findLast(({ type }) => type === block.type) !== block
    block.characters += text.length
  }
  const provide = (block: Block, metadata: SharedV4ProviderMetadata | undefined): void => {
    if (metadata === undefined) return
    meter.data(JSON.stringify(metadata).length)
    block.data = joined(block.data, metadata)
  }
  return {
    take(part) {
      switch (part.type) {
        case 'text-start':
        case 'text-end':
          return provide(blockOf('text', part.id), part.providerMetadata)
        case 'reasoning-start':
        case 'reasoning-end':
          return provide(blockOf('reasoning', part.id), part.providerMetadata)
        case 'text-delta':
        case 'reasoning-delta': {
          const block = blockOf(part.type === 'text-delta' ? 'text' : 'reasoning', part.id)
          add(block, part.delta)
          return provide(block, part.providerMetadata)
        }
        case 'tool-call': {
          const { toolCallId: id } = part
          const block: Block = { type: 'tool-call', id, callId: id.slice(0, MAX_CALL_LABEL) }
          if (part.providerExecuted || blocks.length >= MAX_PARTS) return
          blocks.push(block)
          return provide(block, part.providerMetadata)
        }
        default:
      }
    },
    all(calls) {
      if (isMixed || blocks.every(({ data }) => isNothing(data))) return undefined
      const given = new Set(calls.map(({ toolCallId }) => toolCallId))
      return blocks.flatMap(({ id, ...part }) =>
        part.type === 'tool-call' && !given.has(id) ? [] : [part],
      )
    },
  }
}

/** The name of an item means nothing to a provider that was asked to store none. */
function isNothing(data: JsonObject | undefined): boolean {
  return Object.values(data ?? {}).every((value) => {
    const names = jsonObjectSchema.safeParse(value)
    return names.success && Object.keys(names.data).every((name) => name === 'itemId')
  })
}

function joined(known: JsonObject | undefined, metadata: SharedV4ProviderMetadata): JsonObject {
  const added = jsonObjectSchema.safeParse(metadata)
  const result = { ...known }
  for (const [vendor, more] of Object.entries(added.success ? added.data : {})) {
    const before = jsonObjectSchema.safeParse(result[vendor])
    const after = jsonObjectSchema.safeParse(more)
    if (after.success) result[vendor] = { ...(before.success ? before.data : {}), ...after.data }
  }
  return result
}

/** The stored data of a part, in the form in which the SDK sends it back. */
export function providerOptions(data: JsonObject): SharedV4ProviderMetadata {
  return Object.fromEntries(
    Object.entries(data).flatMap(([vendor, value]) => {
      const options = jsonObjectSchema.safeParse(value)
      return options.success ? [[vendor, options.data]] : []
    }),
  )
}
