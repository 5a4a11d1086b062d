import { join } from 'node:path'
import { fixturePaths, readRecording } from '@gatehouse/testkit'
import { hasEqualBytes, sampleJsonTexts } from '@gatehouse/testkit/json-edge-cases'
import type { Locator } from 'playwright-core'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

/** Another run of the same cases: the seed is printed. */
const seed = Number(process.env['GATEHOUSE_SEED'] ?? 20_261_122)
const CASES = 16

/** The text that an element shows, with each revealed character as the character that it stands for. */
function shownText(element: Locator): Promise<string> {
  return element.evaluate((root) => {
    const read = (node: Node): string => {
      if (node instanceof HTMLElement && node.dataset['codePoint'] !== undefined)
        return String.fromCodePoint(Number(node.dataset['codePoint'])).repeat(
          Number(node.dataset['count'] ?? 1),
        )
      if (node.childNodes.length === 0) return node.nodeValue ?? ''
      return Array.from(node.childNodes, read).join('')
    }
    return read(root)
  })
}

/** @threat shown.odd-json */
test(
  'the bytes that a server receives are those that the card showed',
  nightly('shown.bytes.shown', 'shown.bytes.edited', 'shown.bytes.refused'),
  async ({ gatehouse }, testInfo) => {
    test.setTimeout(480_000)
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    const { page } = gatehouse
    const file = join(scratch(testInfo), 'recording')
    await addServer(
      page,
      { command: process.execPath, args: [fixturePaths.recordingServer] },
      { name: 'recorder', env: [{ name: 'RECORD_FILE', value: file, secret: false }] },
    )
    let proposed = ''
    await connectScripted(page, 'chat', ({ toolResults }) =>
      toolResults.length > 0
        ? { text: 'Done.' }
        : { toolCalls: [{ name: 'recorder__take', arguments: proposed }] },
    )
    const open = chat(page)
    const texts = sampleJsonTexts(seed, 2 * CASES)
    const outcomes = { equal: 0, edited: 0, refused: 0 }
    const lastTurn = async () => {
      const [view] = await request(page, 'chat.list', {})
      return (await request(page, 'chat.get', { id: view?.id ?? '' })).turns.at(-1)
    }
    for (let index = 0; index < CASES; index += 1) {
      const before = readRecording(file).calls.length
      proposed = texts[2 * index] ?? ''
      await open.send(`Case ${index}`)
      const { card, allowOnce, edit, deny } = open.approval('Take')
      const isOver = async () => (await lastTurn())?.status !== 'running'
      await expect.poll(async () => (await card.isVisible()) || (await isOver())).toBe(true)
      if (await isOver()) {
        expect(readRecording(file).calls).toHaveLength(before)
        outcomes.refused += 1
        continue
      }
      let shown: string
      const typed = texts[2 * index + 1] ?? ''
      const isEdit = index % 3 === 2
      if (isEdit) {
        await edit()
        await card.getByRole('tab', { name: 'Raw JSON' }).click()
        const field = card.getByRole('textbox', { name: 'Raw JSON' })
        await field.fill(typed)
        shown = await field.inputValue()
        const allow = card.getByRole('button', { name: /^Allow (with changes|once)/ })
        if (await allow.isEnabled()) await allow.click()
      } else {
        const raw = card.getByRole('button', { name: 'Show as raw JSON' })
        shown = '{}'
        if (await raw.isVisible()) {
          await raw.click()
          shown = await shownText(card.getByTestId('raw-arguments'))
        }
        await allowOnce()
      }
      const settled = async () =>
        (await isOver()) || (await card.getByRole('textbox', { name: 'Raw JSON' }).isVisible())
      await expect.poll(settled).toBe(true)
      if (!(await isOver())) {
        // The form says why; nothing went out.
        await card.getByRole('button', { name: 'Discard' }).click()
        await deny('No.')
        await expect.poll(isOver).toBe(true)
        expect(readRecording(file).calls).toHaveLength(before)
        outcomes.refused += 1
        continue
      }
      const [line, ...more] = readRecording(file).calls.slice(before)
      expect(more).toEqual([])
      expect([line, shown, hasEqualBytes(line ?? '', shown)]).toEqual([line, shown, true])
      outcomes[isEdit ? 'edited' : 'equal'] += 1
    }
    test.info().annotations.push({ type: 'outcomes', description: JSON.stringify(outcomes) })
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0)
    proves('shown.bytes.shown', 'shown.bytes.edited', 'shown.bytes.refused')
  },
)
