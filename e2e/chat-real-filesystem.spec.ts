import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFilesystemPath } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { changeLanguage } from './support/inspect.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { allowOnce, answers, chatOf, send, shownSound, words } from './support/real-servers.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

test(
  'server-filesystem edits a file just as the card showed, once that was allowed, and not when it was denied',
  nightly('real.filesystem.shown', 'real.filesystem.allowed', 'real.filesystem.denied'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const folder = join(scratch(testInfo), 'files')
    mkdirSync(folder)
    const path = join(folder, 'letter.txt')
    writeFileSync(path, 'Dear reader,\nall is well.\n')
    const target = { command: process.execPath, args: [serverFilesystemPath(), folder] }
    await addServer(page, target, { name: 'files' })
    const edit = (oldText: string, newText: string) => ({
      toolCalls: [{ name: 'files__edit_file', arguments: { path, edits: [{ oldText, newText }] } }],
    })
    const model = await connectScripted(page, 'chat', [
      edit('all is well.', 'nothing is well.\n世界'),
      { text: 'Written.' },
      edit('Dear reader', 'Dear nobody'),
      { text: 'Not written.' },
    ])
    await send(page, 'Correct the letter.')
    const card = page.getByTestId('approval-card')
    for (const text of [path, 'all is well.', 'nothing is well.', '世界'])
      await expect(card).toContainText(text)
    expect(readFileSync(path, 'utf8')).toBe('Dear reader,\nall is well.\n')
    proves('real.filesystem.shown')
    await allowOnce(page, 'en')
    await expect(answers(page).last()).toContainText('Written.')
    expect(readFileSync(path, 'utf8')).toBe('Dear reader,\nnothing is well.\n世界\n')
    proves('real.filesystem.allowed')

    await changeLanguage(page, 'zh-CN')
    await send(page, 'And the greeting.')
    await expect(card).toContainText('Dear nobody')
    await page.getByRole('button', { name: words['zh-CN'].deny }).click()
    const reason = card.getByRole('textbox', { name: words['zh-CN'].reason })
    await reason.fill('Leave it')
    await reason.press('Enter')
    await expect(answers(page).last()).toContainText('Not written.')
    expect(readFileSync(path, 'utf8')).toBe('Dear reader,\nnothing is well.\n世界\n')
    expect(requestTexts(model).at(-1)).toContain('Leave it')
    proves('real.filesystem.denied')
    await model.close()
  },
)

test(
  'a sound that server-filesystem reads can be played, and is sent to models that hear, in words to one that does not',
  nightly('real.filesystem.sound', 'real.filesystem.note'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const folder = join(scratch(testInfo), 'sounds')
    mkdirSync(folder)
    const path = join(folder, 'tone.wav')
    writeFileSync(path, tone())
    const target = { command: process.execPath, args: [serverFilesystemPath(), folder] }
    await addServer(page, target, { name: 'files' })
    const id = await chatOf(page)
    const script = [
      { toolCalls: [{ name: 'files__read_media_file', arguments: { path } }] },
      { text: 'A tone.' },
    ]
    for (const [api, language] of [
      ['chat', 'en'],
      ['gemini', 'zh-CN'],
    ] as const) {
      const model = await connectScripted(page, { api, sounds: true }, script)
      await changeLanguage(page, language)
      await send(page, `What is heard, ${api}?`)
      await allowOnce(page, language)
      await expect(answers(page).last()).toContainText('A tone.')
      const data = await shownSound(gatehouse, id)
      expect(data).toBe(tone().toString('base64'))
      const sent = requestTexts(model).at(-1)?.split(data).length ?? 0
      // Once as a sound; its server repeats it in structured content.
      expect(sent).toBe(api === 'chat' ? 2 : 3)
      await model.close()
    }
    proves('real.filesystem.sound')

    const silent = await connectScripted(page, 'messages', script)
    await send(page, 'And now?')
    await allowOnce(page, 'zh-CN')
    await expect(answers(page).last()).toContainText('A tone.')
    const requestBody = requestTexts(silent).at(-1) ?? ''
    expect(requestBody).toContain('audio/wav')
    expect(requestBody).not.toContain('UklGR')
    proves('real.filesystem.note')
    await silent.close()
  },
)

/** A second of 440 Hz as a WAV file: 8 bits, 8,000 samples a second. */
function tone(): Buffer {
  const samples = Buffer.from(
    Array.from({ length: 8000 }, (_, at) => 128 + Math.round(100 * Math.sin((at * 2764.6) / 8000))),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
