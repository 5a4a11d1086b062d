import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  FAULT_ROWS,
  FAULT_TEXT,
  faultTable,
  startFakeModelEndpoint,
  type FaultRow,
} from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY } from './testing/run-step.ts'

/** A machine under load takes its time over a reset. */
const retry = { backoffMs: [10, 20], staleSocketMs: 15_000 }
const longTimeout = createModelClients({ retry })
const shortTimeout = createModelClients({
  retry,
  stall: { firstOutputMs: 1500, betweenOutputMs: 1500 },
})

/** The vendors' code is loaded at the first request, which is not part of a time limit. */
beforeAll(async () => {
  const first = await startFakeModelEndpoint()
  for (const kind of EVERY_KIND)
    await runStep(longTimeout, {
      endpoint: endpointOf(kind, first.url),
      request: { modelId: 'echo' },
    })
  await first.close()
})

/** Every API, and Ollama, which is spoken to through its own chat completions. */
const apis = [
  ...EVERY_KIND.map((kind) => ({ api: kind, kind, engine: 'hosted' as const })),
  { api: 'Ollama', kind: 'openai-compatible' as const, engine: 'ollama' as const },
]

/** A row at a time of several: they wait more than they work. */
describe.concurrent.each(apis)('$api', ({ kind, engine }) => {
  const rows = FAULT_ROWS.map((row) => [row.endpoint, row] as const)
  it.for(rows)('%s', async ([, row], { onTestFinished }) => {
    const server = await startFakeModelEndpoint({ key: TEST_KEY, engine })
    onTestFinished(() => server.close())
    server.script('m', row.steps)
    const endpoint = endpointOf(kind, server.url)
    const played = await runStep(row.shortTimeout ? shortTimeout : longTimeout, { endpoint })
    expect(played.failure?.code ?? 'answer').toBe(row.outcome)
    expect(played.failure?.message ?? '').toContain(row.message ?? '')
    expectText(played.text, row)
    const made = played.events.filter(({ type }) => type === 'tool-call')
    expect(made).toHaveLength(row.calls ?? 0)
    const unusable = played.events.filter(({ type }) => type === 'tool-call-invalid')
    expect(unusable).toHaveLength(row.unusable ?? 0)
    const finishes = played.events.filter(({ type }) => type === 'finish')
    expect(finishes).toHaveLength(row.outcome === 'answer' ? 1 : 0)
    expect(server.requests).toHaveLength(row.requests)
    expect(inspect([played.error, played.events], { depth: 20 })).not.toContain(TEST_KEY)
    // Whatever it was, nothing of it stays open.
    for (const { closed } of server.requests) await closed
  })
})

function expectText(text: string, row: FaultRow): void {
  const all = row.steps.at(row.requests - 1)?.text ?? FAULT_TEXT
  expect(all.startsWith(text)).toBe(true)
  const kept = text === '' ? 'none' : text === all ? 'whole' : 'part'
  expect(kept).toBe(row.text)
}

it('docs/models.md lists every outcome as it is', () => {
  const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8')
  const cells = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line))
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .join('|'),
      )
  const listed = cells(page.split('## The effect of every fault')[1] ?? '')
  expect(listed).toEqual(cells(faultTable()))
})
