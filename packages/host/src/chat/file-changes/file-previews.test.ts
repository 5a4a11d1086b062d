import { GatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryOfFolder } from '../../ports/index.ts'
import {
  calls,
  createChatHarness,
  nextApproval,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

let harness: ChatHarness
let read: EntryOfFolder[]
let bytes: () => Promise<Uint8Array>

beforeEach(() => {
  harness = createChatHarness()
  read = []
  bytes = () => Promise.resolve(new TextEncoder().encode('old\n'))
  harness.folders.found.set('/site', { status: 'ok' })
  harness.folders.readEntry = async (place) => {
    read.push(place)
    return { kind: 'file', bytes: await bytes() }
  }
})

/** A call that writes to this path waits in a chat of a workspace with the folder `/site`. */
async function waiting(path: string) {
  const step = stepOf(calls('c1', 'files__write', { path, content: 'new' }))
  const { host, chat } = await harness.ready([step, stepOf()])
  const { id } = await host.workspaces.create('Website')
  await host.workspaces.addFolders(id, ['/site'])
  await host.chatWorkspaces.move(chat.id, id)
  host.chats.send(chat.id, 'Go')
  const ask = await nextApproval(host)
  return { host, chat, ask, preview: () => host.filePreviews.of(ask.id) }
}

describe('the file that a pending call would change', () => {
  it('is read in a folder of the workspace of the chat', async () => {
    const { preview } = await waiting('/site/docs/a.md')
    expect(await preview()).toEqual({ kind: 'text', path: '/site/docs/a.md', text: 'old\n' })
    expect(read).toEqual([{ folder: '/site', path: 'docs/a.md' }])
  })

  it('is read in a folder that the server is offered', async () => {
    const { host, chat, ask, preview } = await waiting('/site/a.md')
    await host.chatWorkspaces.move(chat.id, null)
    expect(await preview()).toEqual({ kind: 'not-read', because: 'elsewhere' })
    const [workspace] = await host.workspaces.list()
    const place = { id: workspace?.id ?? '', path: '/site' }
    await host.workspaces.share(place, ask.serverId, true)
    expect(await preview()).toMatchObject({ kind: 'text' })
  })

  /**
   * @threat writes.leads-out
   * @attacker model
   * @tries has the card read a file outside of the folders: by its path, by steps up, by a link, or while the chat
   * leaves its workspace
   * @stoppedBy only a file below a folder of the chat’s workspace, or one offered to the server, is read, and only of a
   * call that waits; where it really is decides
   * @remains script in the page can read the files that pending calls name, in these folders; it can send them nowhere
   */
  it.each([
    ['/etc/passwd', 'elsewhere'],
    ['/site-other/a.md', 'elsewhere'],
    ['/site', 'elsewhere'],
    ['a.md', 'relative'],
    ['/site/link/../a.md', 'relative'],
    ['/site/a\0.md', 'relative'],
  ])('is not read at %j', async (path, because) => {
    const { preview } = await waiting(path)
    expect(await preview()).toEqual({ kind: 'not-read', because })
    expect(read).toEqual([])
    proves('chat.file-change.compared')
  })

  /** @threat writes.leads-out */
  it.each([
    ['workspace/no-such-entry', { kind: 'absent', path: '/site/a.md' }],
    ['workspace/leads-out', { kind: 'not-read', because: 'leads-out' }],
    ['attachment/file-too-large', { kind: 'not-read', because: 'too-large' }],
    ['workspace/timed-out', { kind: 'not-read', because: 'unreadable' }],
  ])('is not shown where reading fails with %s', async (code, preview) => {
    const waits = await waiting('/site/a.md')
    bytes = () => Promise.reject(new GatehouseError(code, 'No.'))
    expect(await waits.preview()).toEqual(preview)
  })

  it.each([
    ['of bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'not-text'],
    ['with a zero in it', new Uint8Array([0x61, 0]), 'not-text'],
    ['of half a megabyte and more', new Uint8Array(500_001).fill(0x61), 'too-large'],
  ])('is not shown %s', async (_, content, because) => {
    const { preview } = await waiting('/site/a.md')
    bytes = () => Promise.resolve(content)
    expect(await preview()).toEqual({ kind: 'not-read', because })
  })

  /** @threat writes.leads-out */
  it('is not given once the call is decided, or the chat has left while a slow disk reads', async () => {
    const { host, chat, ask, preview } = await waiting('/site/a.md')
    const old = harness.folders.readEntry
    harness.folders.readEntry = async (place) => {
      host.conversations.setWorkspace(chat.id, null)
      return old(place)
    }
    expect(await preview()).toEqual({ kind: 'not-read', because: 'elsewhere' })
    host.chats.stop(chat.id)
    await expect(preview()).rejects.toMatchObject({ code: 'ask/not-pending' })
    expect(host.asks.pending().some(({ id }) => id === ask.id)).toBe(false)
  })
})
