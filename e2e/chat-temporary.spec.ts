import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { addServer } from './support/servers.ts'

/** Words that are nowhere else: of the person, of the model, in arguments, in a result, half written. */
const WORDS = ['quokka', 'wombatry', 'bilbyish', 'numbatlike', 'dunnartly'] as const
/** So long that a result which has it is data of its own. */
const LONG = `bilbyish ${'sand '.repeat(3000)}`

/** Every file below a folder in which one of these words is, in UTF-8 or UTF-16, whatever kind of file it is. */
function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    // Files of the browser come and go.
    const data = readOrNothing(path)
    const isIn = words.some(
      (word) => data.includes(word) || data.includes(Buffer.from(word, 'utf16le')),
    )
    return isIn ? [path] : []
  })
}

function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

test(
  'a temporary chat leaves no word on disk, until it is kept',
  nightly(
    'chat.temporary.disk',
    'chat.temporary.record',
    'chat.temporary.end',
    'chat.temporary.crash',
  ),
  async ({ gatehouse }) => {
    await addServer(gatehouse.page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await connectScripted(gatehouse.page, 'chat', [
      {
        text: 'The wombatry is asked.',
        toolCalls: [{ name: 'notes__echo', arguments: { text: LONG } }],
      },
      { text: 'It is numbatlike.' },
      { text: 'Second wombatry.' },
      { text: 'Third wombatry.' },
    ])
    const { page } = gatehouse
    const note = page.getByTestId('temporary-note')
    await page.keyboard.press('Control+Shift+N')
    await expect(note).toContainText('Temporary chat: kept in memory only.')
    await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('temporary')
    const open = chat(page)
    await open.send('Tell me of the quokka')
    const ask = open.approval('Echo')
    await expect(ask.arguments).toContainText('bilbyish')
    await expect(note.getByRole('button', { name: 'Keep this chat' })).toBeDisabled()
    // An ask that waits is on disk in any other chat.
    expect(filesWith(gatehouse.userData, WORDS)).toEqual([])
    await ask.allowOnce()
    await expect(open.answers.last()).toContainText('It is numbatlike.')
    await open.composer.fill('half a dunnartly thought')
    await expect(note.getByRole('button', { name: 'Keep this chat' })).toBeEnabled()
    expect(await inspect(gatehouse, 'chat-temporary')).toEqual([])
    // Where it is found in the chat itself, and not from elsewhere.
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    await search.fill('numbatlike')
    await expect(page.getByText('Nothing contains “numbatlike”')).toBeVisible()
    await search.fill('')
    expect(filesWith(gatehouse.userData, WORDS)).toEqual([])
    proves('chat.temporary.disk')

    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    await page.getByRole('button', { name: /Echo/ }).first().click()
    await expect(page.getByRole('main')).toContainText('Decided in a temporary chat')
    proves('chat.temporary.record')
    await page.getByRole('button', { name: 'Chats', exact: true }).click()

    await note.getByRole('button', { name: 'End' }).click()
    await expect(note).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Chats' })).not.toContainText('quokka')
    proves('chat.temporary.end')

    await page.keyboard.press('Control+Shift+N')
    await expect(note).toBeVisible()
    await open.send('Again of the quokka')
    await expect(open.answers).toContainText('Second wombatry.')
    await gatehouse.kill9()
    expect(filesWith(gatehouse.userData, WORDS)).toEqual([])
    await gatehouse.restart()
    await resumeAfterCrash(gatehouse.page)
    await expect(chat(gatehouse.page).composer).toBeEnabled()
    await expect(gatehouse.page.getByRole('navigation', { name: 'Chats' })).not.toContainText(
      'quokka',
    )
    expect(filesWith(gatehouse.userData, WORDS)).toEqual([])
    proves('chat.temporary.crash')
  },
)

test(
  'a temporary chat that is kept is there after a restart',
  nightly('chat.temporary.keep'),
  async ({ gatehouse }) => {
    await connectScripted(gatehouse.page, 'chat', [{ text: 'It is numbatlike.' }])
    await gatehouse.page.keyboard.press('Control+K')
    await gatehouse.page.keyboard.type('New temporary')
    await gatehouse.page.keyboard.press('Enter')
    const note = gatehouse.page.getByTestId('temporary-note')
    await expect(note).toBeVisible()
    const open = chat(gatehouse.page)
    await open.send('Tell me of the quokka')
    await expect(open.answers).toContainText('It is numbatlike.')
    await note.getByRole('button', { name: 'Keep this chat' }).click()
    await expect(note).toHaveCount(0)
    await expect(gatehouse.page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Chat kept',
    )
    expect(filesWith(gatehouse.userData, ['numbatlike'])).not.toEqual([])
    await gatehouse.restart()
    const { page } = gatehouse
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('button', { name: /^Tell me of the quokka/ })
      .click()
    await expect(chat(page).answers).toContainText('It is numbatlike.')
    proves('chat.temporary.keep')
  },
)
