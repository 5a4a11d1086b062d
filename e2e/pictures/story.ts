import { join } from 'node:path'
import {
  startFakeModelEndpoint,
  type FakeModelEndpoint,
  type FakeModelRequest,
  type FakeStep,
} from '@gatehouse/testkit'
import { expect, type Gatehouse } from '../launch.ts'
import { chat } from '../support/chat.ts'
import { consenting } from '../support/consent.ts'
import { request } from '../support/routes.ts'
import { addServer } from '../support/servers.ts'

/** Loaded into main by `-r`. */
export const clock = join(import.meta.dirname, 'clock.cjs')

const MODEL = 'qwen3-32b'
const question = 'Move my dentist appointment and tell Ada'
/** Chats of the days before, the oldest first. */
const earlier = [
  ['2026-11-19T16:20:00Z', 'Three quotes for the boiler'],
  ['2026-11-22T10:05:00Z', 'Notes on the migration'],
  ['2026-11-23T14:48:00Z', 'Last week’s support mail'],
  ['2026-11-24T08:12:00Z', 'Release notes for 2.4'],
] as const
const today = '2026-11-24T09:41:00Z'

/** One step per question, told apart by its words and by how many results there are. */
function answer({ lastUserText, toolResults }: FakeModelRequest): FakeStep {
  if (lastUserText !== question) return { text: 'Here is what I found.' }
  const week = { week: '2026-11-26' }
  if (toolResults.length === 0)
    return {
      text: 'I’ll look at your calendar first.',
      toolCalls: [
        { name: 'calendar__list_events', arguments: week },
        { name: 'calendar__find_free_time', arguments: week },
      ],
    }
  return {
    text: 'The dentist and the quarterly review are both on **Thursday at 10:00**. You are free on **Friday from 09:30**, so I would move the dentist there and write to Ada.',
    toolCalls: [
      {
        name: 'calendar__move_event',
        arguments: {
          event: 'Dentist, Dr Okafor',
          from: 'Thu 26 Nov 2026, 10:00',
          to: 'Fri 27 Nov 2026, 09:30',
          notify: 'ada@example.org',
        },
      },
    ],
  }
}

/** Sets the clock of main; the window's stands still at the end of the story. */
const setClock = ({ app }: Gatehouse, time: string): Promise<void> =>
  app.evaluate(
    (_electron, at) => (globalThis as unknown as { setClock(time: number): void }).setClock(at),
    Date.parse(time),
  )

/** Three servers, a model and the chats of a week; in the last one a call waits for the person. */
export async function tellStory(gatehouse: Gatehouse): Promise<FakeModelEndpoint> {
  const { page } = gatehouse
  await page.clock.setFixedTime(Date.parse(today) + 60_000)
  // What is drawn already shows the time of before.
  await page.reload()
  await chat(page).composer.waitFor()
  await setClock(gatehouse, earlier[0][0])
  for (const name of ['calendar', 'mail', 'notes']) {
    const script = join(import.meta.dirname, 'demo-server.mjs')
    await addServer(page, { command: process.execPath, args: [script, name] }, { name })
  }
  const endpoint = await startFakeModelEndpoint()
  endpoint.script(MODEL, answer)
  await connectModel(gatehouse, endpoint.url)
  const open = chat(page)
  for (const [time, text] of earlier) {
    await setClock(gatehouse, time)
    await open.send(text)
    await expect(open.answers.last()).toContainText('Here is what I found.')
    await open.startNew()
  }
  await setClock(gatehouse, today)
  await open.send(question)
  await open.approval('List events').allowAlways()
  await open.approval('Find free time').allowInChat()
  await expect(open.approval('Move event').card).toBeVisible()
  return endpoint
}

async function connectModel({ page }: Gatehouse, url: string): Promise<void> {
  const saving = request(page, 'provider.save', {
    draft: { kind: 'openai-compatible', name: 'LM Studio', baseUrl: `${url}/v1`, key: null },
    models: [{ id: MODEL }],
  })
  const provider = await consenting(page, saving)
  const model = { providerId: provider.id, modelId: MODEL }
  await request(page, 'app.change-settings', { defaultModel: model })
  for (const { id } of await request(page, 'chat.list', {}))
    await request(page, 'chat.set-model', { id, model })
  await expect(page.getByTestId('model-picker')).toContainText(MODEL)
}
