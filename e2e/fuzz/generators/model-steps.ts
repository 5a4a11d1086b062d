import type { FakeModelRequest, FakeStep, FakeToolCall } from '@gatehouse/testkit'
import type { Random } from '../random.mjs'
import { diagramFence, DRAW } from './diagrams.ts'
import { leakingLink, LINK } from './links.ts'
import { oddArguments } from './json.ts'
import { markdownBomb, oddName } from './words.mjs'

const faults = [
  { kind: 'malformed-event' },
  { kind: 'unknown-event' },
  { kind: 'no-finish' },
  { kind: 'no-end' },
  { kind: 'duplicate-finish' },
  { kind: 'empty-finish' },
  { kind: 'in-band-error', at: 'mid-text' },
  { kind: 'close', at: 'mid-arguments' },
  { kind: 'close', at: 'mid-character' },
  { kind: 'refuse', reason: 'rate-limit', retryAfter: '999999999' },
  { kind: 'refuse', reason: 'forbidden-html' },
  { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
] as const satisfies FakeStep['fault'][]

/** Returns a hostile model's step for one request; most of the time one that continues. */
export function modelStep(random: Random, request: FakeModelRequest): FakeStep {
  if (request.lastUserText === DRAW) return { text: diagramFence(random) }
  if (request.lastUserText?.startsWith(LINK))
    return { text: leakingLink(random, request.lastUserText) }
  return random.weighted<() => FakeStep>([
    [4, () => ({ text: oddName(random) })],
    [5, () => ({ text: markdownBomb(random), chunkSize: random.pick([7, 500, 20_000]) })],
    [3, () => ({ text: diagramFence(random) })],
    [30, () => calling(random, request, random.int(1, 3))],
    [1, () => calling(random, request, random.int(50, 3000))],
    [1, () => ({ text: 'endless '.repeat(200_000), chunkSize: 4000 })],
    [1, () => ({ reasoning: 'thinking '.repeat(150_000), text: 'done', chunkSize: 4000 })],
    [1, () => ({ text: 'drip '.repeat(60), eventDelayMs: 30, packets: 'bytes' })],
    [2, () => ({ text: 'before a fault '.repeat(20), fault: random.pick(faults) })],
    [1, () => ({ fault: { kind: 'status', status: 500, body: htmlError(random) } })],
    [1, () => ({ text: 'x', usage: { inputTokens: 9e15, outputTokens: -1 } })],
  ])()
}

/** A page of HTML whose tags never close: what quadratic expressions are slow on. */
const htmlError = (random: Random): string =>
  random.pick(['<', '<a ', '<!--', '&', ' \n']).repeat(40_000).slice(0, 65_000)

function calling(random: Random, { toolNames }: FakeModelRequest, count: number): FakeStep {
  const few = count < 10
  const toolCalls = Array.from({ length: count }, (): FakeToolCall => {
    const known = toolNames.length > 0 && random.chance(0.9)
    const name = known ? random.pick(toolNames) : oddName(random).slice(0, 64)
    const given = few ? oddArguments(random) : '{"text":"again"}'
    // Two calls may even have one id.
    return random.chance(0.05) ? { name, arguments: given, id: 'same' } : { name, arguments: given }
  })
  return { text: few ? oddName(random) : '', toolCalls }
}

/** Lists of models as a hostile provider gives them. */
export function modelNames(random: Random): string[] {
  return random.weighted<() => string[]>([
    [2, () => ['small']],
    [1, () => ['m'.repeat(600), oddName(random), 'small']],
    [1, () => Array.from({ length: 300_000 }, (_, index) => `model-${index}`)],
    [1, () => Array.from({ length: 3000 }, () => oddName(random))],
  ])()
}
