import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import type { AnswerReader } from './answer-reader.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf, wordOf } from '../fields.ts'
import { endOfReason } from './step-end.ts'

const TYPES = new Set([
  'message',
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
])

interface Block {
  type: string
  call: WrittenCall | undefined
  /** The arguments as the beginning of the block gave them. */
  input: string
}

/** Reads Anthropic's messages (https://docs.anthropic.com/en/api/messages-streaming), streamed or whole. */
export function messagesReader(answer: Answer): AnswerReader {
  const blocks = new Map<number, Block>()
  let last = -1
  const placeOf = (event: JsonObject): number => numberOf(event['index']) ?? last
  const start = (place: number, block: JsonObject): void => {
    last = place
    blocks.set(place, startBlock(block, { answer, key: String(place) }))
  }
  const read = (event: JsonObject, name: string): void => {
    switch (stringOf(event['type']) ?? name) {
      case 'message_start': {
        // The output is not counted yet.
        const usage = objectOf(objectOf(event['message'])?.['usage'])
        return usage && takeUsage({ usage: { ...usage, output_tokens: null } }, answer)
      }
      case 'content_block_start':
        return start(numberOf(event['index']) ?? last + 1, objectOf(event['content_block']) ?? {})
      case 'content_block_delta': {
        const delta = objectOf(event['delta'])
        if (!delta) throw answer.damaged(event)
        return readDelta(delta, {
          answer,
          key: String(placeOf(event)),
          block: blocks.get(placeOf(event)),
        })
      }
      case 'message_delta':
        takeUsage(event, answer)
        return answer.end(endOfReason(objectOf(event['delta'])?.['stop_reason']))
      case 'message_stop':
        return answer.close()
      case 'message':
        for (const [place, block] of objectsOf(event['content']).entries()) start(place, block)
        takeUsage(event, answer)
        answer.end(endOfReason(event['stop_reason']))
        return answer.close()
      default:
    }
  }
  return {
    holdsAnswer: (event) => TYPES.has(stringOf(event['type']) ?? ''),
    read,
    finish() {
      for (const { call, input } of blocks.values())
        if (call?.input === '') answer.setInput(call, input)
    },
  }
}

interface BlockContext {
  answer: Answer
  key: string
}

function startBlock(block: JsonObject, { answer, key }: BlockContext): Block {
  const type = stringOf(block['type']) ?? ''
  const started: Block = { type, call: undefined, input: '' }
  if (type === 'text') answer.text(textOf(block['text'], answer), { key })
  else if (type === 'thinking') {
    const signature = stringOf(block['signature'])
    const data = signature === undefined ? { unsigned: true } : { signature }
    answer.reasoning(stringOf(block['thinking']) ?? '', { key, data: { anthropic: data } })
  } else if (type === 'redacted_thinking') {
    const redactedData = stringOf(block['data'])
    if (redactedData !== undefined)
      answer.reasoning('', { key, data: { anthropic: { redactedData } } })
  } else if (type === 'tool_use') {
    const name = wordOf(block['name'])
    if (name === undefined) throw answer.damaged(block)
    started.call = answer.startCall({ id: wordOf(block['id']), name })
    started.input = inputOf(block['input'], answer)
  }
  return started
}

/** Arguments that came with the beginning of a call; an empty object is a place for the pieces to come. */
function inputOf(input: JsonValue | undefined, answer: Answer): string {
  if (isEmptyValue(input)) return ''
  if (typeof input === 'string') return input
  if (objectOf(input)) return JSON.stringify(input)
  throw answer.damaged(input)
}

function readDelta(
  delta: JsonObject,
  { answer, key, block }: BlockContext & { block: Block | undefined },
): void {
  switch (stringOf(delta['type'])) {
    case 'text_delta':
      return answer.text(textOf(delta['text'], answer), { key })
    case 'thinking_delta':
      return answer.reasoning(textOf(delta['thinking'], answer), { key })
    case 'signature_delta': {
      const signature = stringOf(delta['signature'])
      if (signature === undefined) return undefined
      return answer.keepWithPart('reasoning', key, { anthropic: { signature } })
    }
    case 'input_json_delta': {
      const piece = delta['partial_json']
      if (isEmptyValue(piece)) return undefined
      // The pieces of a server's own tools belong to no call of ours.
      if (block && !block.call) return undefined
      if (typeof piece !== 'string' || !block?.call) throw answer.damaged(delta)
      return answer.addInput(block.call, piece)
    }
    default:
      return undefined
  }
}

function textOf(value: JsonValue | undefined, answer: Answer): string {
  if (typeof value === 'string') return value
  if (isEmptyValue(value)) return ''
  throw answer.damaged(value)
}

/** Anthropic counts what its cache reads and writes apart from the input. */
function takeUsage(event: JsonObject, answer: Answer): void {
  const usage = objectOf(event['usage'])
  if (!usage) return
  const count = (name: string): number => numberOf(usage[name]) ?? 0
  const read = count('cache_read_input_tokens')
  answer.usage({
    input: count('input_tokens') + read + count('cache_creation_input_tokens'),
    cached: read,
    output: usage['output_tokens'] ?? null,
  })
}
