import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from '../testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [] } })
let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const message = (text: string, id?: string) => ({
  type: 'message',
  ...(id === undefined ? {} : { id }),
  content: [{ type: 'output_text', text }],
})
const delta = (text: string, place: object) => ({
  type: 'response.output_text.delta',
  delta: text,
  ...place,
})
const reasoning = { type: 'reasoning', id: 'r1', summary: [] }

async function textOf(streamed: readonly object[], output: readonly object[]): Promise<string> {
  const completed = { type: 'response.completed', response: { status: 'completed', output } }
  const body = [...streamed, completed].map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')
  endpoint.script('m', [
    { fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' } },
  ])
  const played = await runStep(clients, { endpoint: endpointOf('openai-responses', endpoint.url) })
  expect(played.failure).toBeUndefined()
  return played.text
}

const first = { item_id: 'a', output_index: 0 }

it.each<[string, object[], object[]]>([
  ['by its id', [delta('One. ', first)], [message('One. ', 'a'), message('Two.', 'b')]],
  ['without any id', [delta('One. ', {})], [message('One. '), message('Two.')]],
  [
    'after reasoning that was not streamed',
    [delta('One. ', first)],
    [reasoning, message('One. ', 'a'), message('Two.', 'b')],
  ],
  [
    'as a second part of one message',
    [delta('One. ', { ...first, content_index: 0 })],
    [
      {
        type: 'message',
        id: 'a',
        content: [
          { type: 'output_text', text: 'One. ' },
          { type: 'output_text', text: 'Two.' },
        ],
      },
    ],
  ],
])(
  'keeps a message that stands only in the whole response, %s',
  async (_name, streamed, output) => {
    expect(await textOf(streamed, output)).toBe('One. Two.')
  },
)

it.each<[string, object[], object[]]>([
  [
    'under other ids',
    [delta('One. ', { item_id: 'x' }), delta('Two.', { item_id: 'y' })],
    [message('One. ', 'a'), message('Two.', 'b')],
  ],
  [
    'at other places',
    [delta('One. ', { output_index: 3 }), delta('Two.', { output_index: 4 })],
    [reasoning, message('One. '), message('Two.')],
  ],
  [
    'as one text',
    [delta('One. ', {}), delta('Two.', {})],
    [message('One. ', 'a'), message('Two.', 'b')],
  ],
  [
    'with other spaces',
    [delta('One.  ', { item_id: 'x' }), delta('Two.', { item_id: 'y' })],
    [message('One. '), message('Two.')],
  ],
])('says nothing twice that was streamed %s', async (_name, streamed, output) => {
  expect((await textOf(streamed, output)).replaceAll(/ +/g, ' ')).toBe('One. Two.')
})

it('keeps a second message with the words of the first', async () => {
  expect(await textOf([delta('Yes.', first)], [message('Yes.', 'a'), message('Yes.', 'b')])).toBe(
    'Yes.Yes.',
  )
})
