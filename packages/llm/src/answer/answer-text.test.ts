import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStepMeter } from '../step-meter.ts'
import { Answer } from './answer.ts'
import { AnswerText } from './answer-text.ts'
import { callInText } from './written-call.ts'

const target = { kind: 'openai-compatible', baseUrl: 'http://x/v1', host: 'x', key: 'k' } as const

/** The text and reasoning that an engine's pieces come to. */
function read(pieces: readonly string[]): { text: string; reasoning: string } {
  const source = { target, modelId: 'm', toolNames: new Set<string>() }
  const answer = new Answer(source, createStepMeter(target))
  const written = new AnswerText(answer)
  for (const piece of pieces) written.add(piece)
  written.finish()
  const result = { text: '', reasoning: '' }
  for (const event of answer.take()) {
    if (event.type === 'text-delta') result.text += event.text
    if (event.type === 'reasoning-delta') result.reasoning += event.text
    if (event.type === 'text-was-reasoning') {
      result.reasoning += result.text
      result.text = ''
    }
  }
  return result
}

it.each(['', '<think>So'])('spaces without end are not held back, after “%s”', (head) => {
  const source = { target, modelId: 'm', toolNames: new Set<string>() }
  const answer = new Answer(source, createStepMeter(target))
  const written = new AnswerText(answer)
  written.add(head)
  for (let count = 0; count < 100; count += 1) written.add(' '.repeat(100))
  const given = answer
    .take()
    .reduce((sum, event) => ('text' in event ? sum + event.text.length : sum), 0)
  expect(given).toBeGreaterThan(8000)
})

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((at) => at % (text.length + 1))].toSorted((a, b) => a - b)
  return sorted.map((start, at) => text.slice(start, sorted[at + 1] ?? text.length))
}

describe('reasoning in the text of an answer', () => {
  it.each<[string, string, string, string]>([
    ['in tags', '<think>\nhm\n</think>\n\nHi', 'Hi', 'hm'],
    ['in tags of another name', '[THINK]hm[/THINK]Hi', 'Hi', 'hm'],
    ['after a line', '\n<think>hm</think>Hi', 'Hi', 'hm'],
    ['that is empty', '<think>\n\n</think>\n\nHi', 'Hi', ''],
    ['whose beginning is missing', 'hm, so\n</think>\n\nHi', 'Hi', 'hm, so\n'],
    ['that is only an end tag', '</think>\n\nHi', 'Hi', ''],
    ['that is cut', '<think>hm', '', 'hm'],
    ['in code is text', 'Write `</think>` at the end', 'Write `</think>` at the end', ''],
    ['in a block of code is text', '```\n<think>a</think>\n```', '```\n<think>a</think>\n```', ''],
    ['in the middle is text', 'The tag <think>a', 'The tag <think>a', ''],
    ['that is no tag', '<thin air> a < b', '<thin air> a < b', ''],
    ['before a mark of the end', '<think>hm</think>Hi<|im_end|>', 'Hi', 'hm'],
    ['none, with a mark of the end', 'Hi there</s>', 'Hi there', ''],
    ['none, with a mark in the middle', 'a</s>b', 'a</s>b', ''],
  ])('%s', async (...[, written, text, reasoning]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(100), { maxLength: 8 }), async (places) => {
        expect(read(cut(written, places))).toEqual({ text, reasoning })
      }),
      { numRuns: 50 },
    )
  })
})

describe('a call in the text of an answer', () => {
  const call = { name: 's__echo', arguments: { a: 1 } }
  const names = new Set(['s__echo'])
  it.each<[string, string]>([
    ['Hermes', '<tool_call>\n{"name":"s__echo","arguments":{"a":1}}\n</tool_call>'],
    [
      'Hermes, after words',
      'Let me see.\n<tool_call>{"name":"s__echo","arguments":{"a":1}}</tool_call>',
    ],
    [
      'Harmony',
      '<|channel|>commentary to=functions.s__echo <|constrain|>json<|message|>{"a":1}<|call|>',
    ],
    [
      'DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>s__echo\n```json\n{"a":1}\n```<｜tool▁call▁end｜>',
    ],
    [
      'DeepSeek’s markup',
      '<｜DSML｜function_calls><｜DSML｜invoke name="s__echo"><｜DSML｜parameter name="a">1</｜DSML｜parameter></｜DSML｜invoke>',
    ],
    ['Mistral', '[TOOL_CALLS][{"name":"s__echo","arguments":{"a":1}}]'],
    ['Llama', '<function=s__echo>{"a":1}</function>'],
    ['Qwen', '<tool_call><function=s__echo><parameter=a>1</parameter></function></tool_call>'],
    ['Python tag', '<|python_tag|>{"name":"s__echo","parameters":{"a":1}}'],
    ['JSON alone', '{"name":"s__echo","parameters":{"a":1}}'],
    ['JSON alone, in a block', '```json\n{"name":"s__echo","arguments":{"a":1}}\n```'],
  ])('of %s is found', (_engine, text) => {
    expect(callInText(text, names)).toEqual(call)
  })

  it.each<[string, string]>([
    ['JSON that names no tool', '{"name":"Ada","arguments":{"a":1}}'],
    ['code', 'Models write `<tool_call>{"name":"s__echo"}</tool_call>` for this.'],
    ['words', 'I would call s__echo with a = 1.'],
  ])('is not found in %s', (_what, text) => {
    expect(callInText(text, names)).toBeUndefined()
  })

  it('whose arguments cannot be read is found without them', () => {
    expect(callInText('<tool_call>{"name":"s__echo","argu', names)).toEqual({ name: '' })
  })
})
