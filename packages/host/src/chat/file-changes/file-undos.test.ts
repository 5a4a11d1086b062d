import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { FileVersion } from '../../ports/index.ts'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

const file = (text: string): FileVersion => ({
  kind: 'file',
  bytes: new TextEncoder().encode(text),
  mode: 0o644,
  sha256: `hash of ${text}`,
})

/** A chat whose model wrote to a file that was not there, and a folder with what is in it. */
async function written(call: 'runs' | 'fails' = 'runs') {
  const harness = createChatHarness()
  const versions = new Map<string, FileVersion>()
  harness.folders.found.set('/site', { status: 'ok' })
  harness.folders.readVersion = ({ path }) =>
    Promise.resolve(versions.get(path) ?? { kind: 'absent' })
  harness.folders.restoreVersion = ({ path }) => Promise.resolve(void versions.delete(path))
  harness.server.call = () => {
    versions.set('a.md', file('new'))
    return call === 'runs'
      ? Promise.resolve({ content: [{ type: 'text', text: 'Written.' }], isError: false })
      : Promise.reject(new Error('It broke.'))
  }
  const write = stepOf(calls('c1', 'files__write', { path: '/site/a.md', content: 'new' }))
  const ready = await harness.ready([write, stepOf(says('Done.')), stepOf(says('I see.'))])
  const { host, chat } = ready
  const { id } = await host.workspaces.create('Website')
  await host.workspaces.addFolders(id, ['/site'])
  await host.chatWorkspaces.move(chat.id, id)
  host.chats.send(chat.id, 'Go')
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  const [entry] = callsOf(lastTurn(host, chat))
  if (!entry) throw new Error('There is no call.')
  return { ...ready, versions, entry, place: { conversationId: chat.id, entryId: entry.id } }
}

it('a model is told with its next request what the user undid, and no more', async () => {
  const { host, chat, models, place, versions } = await written()
  const before = JSON.stringify(models.requests.at(-1))
  expect(before).not.toContain('undid')
  const { shown } = await host.fileUndos.preview(place)
  await host.fileUndos.undo({ ...place, shown })
  expect(versions.size).toBe(0)
  host.chats.send(chat.id, 'Go on')
  await turnOver(host, chat)
  const { messages } = models.requests.at(-1) ?? { messages: [] }
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []))
  expect(results[0]?.content).toEqual([
    { type: 'text', text: 'Written.' },
    {
      type: 'text',
      text: '[The user undid this change later. As before the call again: "/site/a.md"]',
    },
  ])
  proves('chat.file-undo.told')
})

it('what a call wrote that failed can be undone as well', async () => {
  const { host, place, entry } = await written('fails')
  expect(entry).toMatchObject({ status: 'failed', fileUndo: { state: 'kept' } })
  expect(await host.fileUndos.preview(place)).toMatchObject({
    state: 'ready',
    files: [{ path: '/site/a.md', now: { text: 'new' }, restored: { kind: 'absent' } }],
  })
})
