import type { StreamEvent, EndlessKind, FakeModelRequest, FakeStep } from './fake-step.ts'
import { modelApis } from './model-apis.ts'

const BATCH_BYTES = 64 * 1024
const FILLING = 'endless words '

/** Beginning of an endless answer, and the part that is then sent for ever. */
export interface EndlessStream {
  opening: string
  batch: string
}

function scriptOf(of: EndlessKind, chunkSize: number): { step: FakeStep; tag: StreamEvent['tag'] } {
  const filling = FILLING.repeat(Math.ceil(chunkSize / FILLING.length)).slice(0, chunkSize)
  if (of === 'reasoning') return { step: { reasoning: filling, chunkSize }, tag: 'reasoning' }
  if (of === 'arguments')
    return { step: { toolCalls: [{ name: 't', arguments: filling }], chunkSize }, tag: 'arguments' }
  return { step: { text: filling, chunkSize }, tag: 'text' }
}

export function endlessStream(
  of: EndlessKind,
  request: FakeModelRequest,
  chunkSize = 16,
): EndlessStream {
  const { step, tag } = scriptOf(of, chunkSize)
  const fault = { kind: 'endless' as const, of }
  const events = modelApis[request.api].events({ ...step, fault }, request, '0')
  const place = events.findIndex((event) => event.tag === tag && event.data.includes('endless'))
  const opening = events.slice(0, place).map(({ data }) => data)
  const whole = events[place]?.data ?? ''
  if (of === 'line')
    return { opening: `${opening.join('')}data: "`, batch: 'x'.repeat(BATCH_BYTES) }
  const event = of === 'empty' ? whole.replace(/"endless[^"]*"/, '""') : whole
  return { opening: opening.join(''), batch: event.repeat(Math.ceil(BATCH_BYTES / event.length)) }
}
