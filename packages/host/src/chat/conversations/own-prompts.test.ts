import { OWN_PROMPT_LIMITS, readPromptFile } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness } from '../../testing/chat-harness.ts'

it('a prompt is kept, changed and removed, and imported once', () => {
  const { ownPrompts, settings } = createChatHarness().build([]).host
  const [first] = ownPrompts.save({ name: 'Brief', text: 'Be brief.' }).ownPrompts
  ownPrompts.save({ id: first?.id, name: 'Briefer', text: 'Be brief.' })
  const file = [
    { name: 'Briefer', text: 'Be brief.' },
    { name: 'Briefer', text: 'In one line.' },
  ]
  ownPrompts.import(file)
  ownPrompts.import(file)
  expect(settings().ownPrompts).toEqual([
    { id: first?.id, name: 'Briefer', text: 'Be brief.' },
    { id: expect.any(String), name: 'Briefer', text: 'In one line.' },
  ])
  ownPrompts.remove(first?.id ?? '')
  expect(settings().ownPrompts).toMatchObject([{ text: 'In one line.' }])
  proves('chat.own-prompts.kept')
})

it('refuses more than the settings hold, and keeps what was there', () => {
  const { ownPrompts, settings } = createChatHarness().build([]).host
  ownPrompts.save({ name: 'First', text: 'One' })
  const text = 'x'.repeat(OWN_PROMPT_LIMITS.text)
  const many = Array.from({ length: 21 }, (_, at) => ({ name: `Long ${at}`, text }))
  expect(() => ownPrompts.import(many)).toThrow(
    expect.objectContaining({ code: 'chat/too-many-prompts' }),
  )
  expect(settings().ownPrompts).toMatchObject([{ name: 'First' }])
})

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const rules = { name: 'C:\\work\\rules.txt', mimeType: 'text/plain', bytes: bytesOf('Be kind.') }

async function promptWithFile() {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const file = await host.ownPrompts.keepFile(rules)
  const saved = host.ownPrompts.save({ name: 'Rules', text: 'Keep them.', fileIds: [file.id] })
  const [prompt] = saved.ownPrompts
  if (!prompt) throw new Error('The prompt was not saved.')
  const place = { promptId: prompt.id, fileId: file.id }
  return { harness, host, chat: host.conversations.create(), file, prompt, place }
}

it('a file of a prompt is attached as any file is, also after a restart', async () => {
  const { harness, chat, prompt, place } = await promptWithFile()
  expect(prompt.files).toMatchObject([{ name: 'rules.txt' }])
  const { host } = harness.build([])
  const attached = await host.ownPrompts.attachFile(chat.id, place)
  expect(attached).toMatchObject({
    kind: 'file',
    name: 'rules.txt',
    content: { type: 'text', text: 'Be kind.' },
  })
  expect(host.chats.view(chat.id).attachments).toEqual([attached])
  // Another name leaves the file, and a save without it removes it.
  host.ownPrompts.save({ ...prompt, name: 'More rules', fileIds: [place.fileId] })
  expect(host.settings().ownPrompts).toMatchObject([{ name: 'More rules', files: prompt.files }])
  host.ownPrompts.save({ id: prompt.id, name: 'Rules', text: 'Keep them.' })
  expect(host.settings().ownPrompts[0]?.files).toBeUndefined()
  await expect(host.ownPrompts.attachFile(chat.id, place)).rejects.toMatchObject({
    code: 'store/blob-missing',
  })
  proves('chat.own-prompts.attached')
})

/**
 * @threat chatfiles.changed-prompt-file
 * @attacker program
 * @tries To change the kept file of a prompt, so that other bytes are attached than the person added.
 * @stoppedBy Kept data is named by its hash, and compared with it before it is attached or exported.
 */
it('says that a file of a prompt is gone or was changed, and attaches nothing', async () => {
  const { harness, host, chat, file, place } = await promptWithFile()
  const blobs = harness.stores.blobs
  const changed = { data: btoa('Be evil.'), encoding: 'base64' as const, mimeType: 'text/plain' }
  blobs.replace(file.kept.hash, changed)
  for (const act of [
    () => host.ownPrompts.attachFile(chat.id, place),
    () => host.ownPrompts.exported(),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'own-prompt/file-changed' })
  blobs.clear()
  await expect(host.ownPrompts.attachFile(chat.id, place)).rejects.toMatchObject({
    code: 'store/blob-missing',
  })
  expect(host.chats.view(chat.id).attachments).toEqual([])
  proves('chat.own-prompts.gone')
})

it('files go with the prompts to a file and back, once', async () => {
  const { host } = await promptWithFile()
  const read = readPromptFile(await host.ownPrompts.exported())
  expect(read).toEqual([
    {
      name: 'Rules',
      text: 'Keep them.',
      files: [{ name: 'rules.txt', mimeType: 'text/plain', data: btoa('Be kind.') }],
    },
  ])
  const other = createChatHarness().build([]).host
  for (let time = 0; time < 2; time += 1) {
    const [{ name, text, files = [] } = { name: '', text: '' }] = read ?? []
    const kept = await Promise.all(
      files.map((file) => other.ownPrompts.keepFile({ ...file, bytes: bytesOf(atob(file.data)) })),
    )
    other.ownPrompts.import([{ name, text, fileIds: kept.map(({ id }) => id) }])
  }
  expect(other.settings().ownPrompts).toMatchObject([{ files: [{ name: 'rules.txt' }] }])
  expect(await other.ownPrompts.exported()).toBe(await host.ownPrompts.exported())
})

it('refuses files that are too large, and files that nobody kept', async () => {
  const { host, prompt, file } = await promptWithFile()
  const large = { ...rules, bytes: new Uint8Array(OWN_PROMPT_LIMITS.fileBytes + 1) }
  await expect(host.ownPrompts.keepFile(large)).rejects.toMatchObject({
    code: 'attachment/file-too-large',
    data: { megabytes: 10 },
  })
  expect(() => host.ownPrompts.save({ name: 'x', text: 'x', fileIds: ['other'] })).toThrow(
    expect.objectContaining({ code: 'store/blob-missing' }),
  )
  const settings = host.settings()
  const huge = { ...file, kept: { ...file.kept, bytes: OWN_PROMPT_LIMITS.allFileBytes } }
  const full = [{ ...prompt, id: 'full', files: [huge] }]
  const harness = createChatHarness()
  harness.stores.settings.save({ ...settings, ownPrompts: full })
  const filled = harness.build([]).host
  const more = await filled.ownPrompts.keepFile(rules)
  expect(() => filled.ownPrompts.save({ name: 'x', text: 'x', fileIds: [more.id] })).toThrow(
    expect.objectContaining({ code: 'chat/too-many-prompts' }),
  )
  expect(filled.settings().ownPrompts).toHaveLength(1)
})
