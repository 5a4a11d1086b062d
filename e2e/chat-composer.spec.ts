import { fixtureServerCommand, serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index} of the answer.`).join('\n\n')

/** Watches the distance of the transcript's end from the view: the farthest in the frames since the last look. */
async function watchEnd(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { farthest: 0 })
    const look = (): void => {
      const box = document.querySelector('[data-transcript]')
      if (box)
        seen.farthest = Math.max(seen.farthest, box.scrollHeight - box.scrollTop - box.clientHeight)
      requestAnimationFrame(look)
    }
    look()
  })
  return () =>
    page.evaluate(() => {
      const seen = window as unknown as { farthest: number }
      const { farthest } = seen
      seen.farthest = 0
      return farthest
    })
}

test(
  'while a draft of several lines is typed the end of the chat stays in view, key by key',
  nightly('chat.composer.pinned'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    await connectScripted(page, 'chat', [
      { text: lines(60) },
      { text: lines(200), eventDelayMs: 20 },
    ])
    await open.send('Go.')
    await expect(open.answers.last()).toContainText('Line 59')
    const latest = page.getByRole('button', { name: 'Jump to the latest' })
    await expect(latest).toHaveCount(0)
    const farthest = await watchEnd(page)
    await open.composer.focus()
    for (const line of ['one', 'two', 'three', 'four', 'five']) {
      await page.keyboard.type(line, { delay: 15 })
      await page.keyboard.press('Shift+Enter')
    }
    await page.waitForTimeout(300)
    await farthest()
    const scrolled = page.evaluate(() => {
      const box = document.querySelector('[data-transcript]')
      const tops = new Set([box?.scrollTop])
      box?.addEventListener('scroll', () => tops.add(box.scrollTop))
      Object.assign(window, { tops })
    })
    await scrolled
    for (const key of 'no key moves the chat') {
      await page.keyboard.type(key)
      expect(await farthest()).toBeLessThan(2)
    }
    expect(await page.evaluate(() => (window as unknown as { tops: Set<number> }).tops.size)).toBe(
      1,
    )
    await expect(latest).toHaveCount(0)
    // Smaller again, a line at a time.
    for (let back = 0; back < 30; back += 1) await page.keyboard.press('Backspace')
    await page.waitForTimeout(300)
    await farthest()
    await page.waitForTimeout(100)
    expect(await farthest()).toBeLessThan(2)
    await expect(latest).toHaveCount(0)

    // And while an answer streams, which is drawn in several parts once it is long.
    await open.send('And again.')
    await open.composer.fill('one\ntwo\nthree\n')
    await expect(open.answers.last()).toContainText('Line 20 ')
    for (let round = 0; round < 12; round += 1) {
      await page.keyboard.type('words', { delay: 40 })
      await expect(latest).toHaveCount(0)
    }
    await expect(open.transcript).toContainText('Line 199 ', { timeout: 20_000 })
    await expect(latest).toHaveCount(0)
    proves('chat.composer.pinned')
  },
)

test(
  'a draft grows with its lines up to a bound, and is scrolled from there on',
  nightly(),
  async ({ gatehouse }) => {
    const { composer } = chat(gatehouse.page)
    const height = () => composer.evaluate((area) => area.getBoundingClientRect().height)
    const lineOf = () =>
      composer.evaluate((area) => Number.parseFloat(getComputedStyle(area).lineHeight))
    await composer.fill('one')
    const [one, line] = [await height(), await lineOf()]
    await composer.fill('one\ntwo\nthree')
    expect(await height()).toBeCloseTo(one + 2 * line, 0)
    await composer.fill('one\n')
    expect(await height()).toBeCloseTo(one + line, 0)
    // A text that is broken into lines by the width takes as many.
    await composer.fill('word '.repeat(200))
    const isWhole = () => composer.evaluate((area) => area.scrollHeight <= area.clientHeight + 1)
    expect(await isWhole()).toBe(true)
    await composer.fill('x'.repeat(700))
    expect(await isWhole()).toBe(true)
    await composer.fill('line\n'.repeat(100))
    const full = await height()
    expect(full).toBeLessThan(13 * line)
    expect(await isWhole()).toBe(false)
    await composer.fill('')
    expect(await height()).toBeCloseTo(one, 0)
  },
)

test(
  'a prompt that is put in a chat comes below what is typed there by then, and nothing is lost',
  nightly('chat.draft.put-in', 'chat.draft.sections', 'chat.draft.reload'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { composer } = chat(page)
    const command = fixtureServerCommand({ era: 'legacy' })
    const view = await addServer(page, command, { name: 'notes' })
    await composer.fill('Typed before.')
    await openServer(page, 'notes')
    await openServerTab(page, 'Prompts')
    await page.getByRole('button', { name: 'Daily note' }).click()
    const prompt = page.getByRole('region', { name: 'Daily note' })
    const pid = view.connection.status === 'ready' ? view.connection.info.pid : undefined
    if (pid === undefined) throw new Error('The server has no process.')
    // The server takes its time; meanwhile the person goes to the chat and writes on.
    process.kill(pid, 'SIGSTOP')
    await prompt.getByRole('button', { name: 'Use in a chat' }).click()
    await expect(prompt.getByRole('status')).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(composer).toHaveValue('Typed before.')
    await composer.press('End')
    await page.keyboard.type(' Typed meanwhile.')
    process.kill(pid, 'SIGCONT')
    await expect(composer).toHaveValue(/^Typed before\. Typed meanwhile\.\n\nUser: /)
    const put = await composer.inputValue()
    await page.keyboard.type(' And on.')
    await expect(composer).toHaveValue(`${put} And on.`)
    proves('chat.draft.put-in')

    await page.keyboard.press('Control+2')
    await page.keyboard.press('Control+1')
    await expect(composer).toHaveValue(`${put} And on.`)
    proves('chat.draft.sections')
    await composer.press('End')
    await page.keyboard.type('!')
    await page.reload()
    await expect(composer).toHaveValue(`${put} And on.!`)
    proves('chat.draft.reload')
  },
)

test(
  'Escape stops the answer wherever the focus is in the chat, and nothing while a popup or field takes it',
  nightly('chat.stop.key-elsewhere', 'chat.stop.key'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    const slow = { text: lines(400), eventDelayMs: 40 }
    await connectScripted(page, 'chat', [slow, slow, slow])
    const begin = async (text: string) => {
      await open.send(text)
      await expect(open.answers.last()).toContainText('Line 0')
      await expect(open.stop).toBeVisible()
    }
    const stillRuns = async () => {
      await page.waitForTimeout(200)
      await expect(open.stop).toBeVisible()
      await expect(open.stop).toHaveAccessibleName('Stop')
    }
    await begin('One.')
    await page.getByTestId('model-picker').click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await stillRuns()
    await page.getByTestId('servers-chip').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await stillRuns()
    const search = page.getByRole('searchbox').first()
    await search.fill('words')
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await page.keyboard.press('Escape')
    await stillRuns()
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await stillRuns()
    proves('chat.stop.key-elsewhere')

    await open.transcript.focus()
    await page.keyboard.press('Escape')
    await expect(open.stop).toHaveCount(0)
    await begin('Two.')
    await page.getByTestId('model-picker').focus()
    await page.keyboard.press('Escape')
    await expect(open.stop).toHaveCount(0)
    await begin('Three.')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Escape')
    await expect(open.stop).toHaveCount(0)
    proves('chat.stop.key')
  },
)

test(
  'what is half filled in on a server page is there again after other tabs and sections',
  nightly('server.forms.kept', 'server.forms.discarded'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    await addServer(page, everything, { name: 'everything' })
    await openServer(page, 'everything')
    await openServerTab(page, 'Settings')
    const settings = page.getByRole('tabpanel', { name: 'Settings' })
    await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed')
    await settings
      .getByRole('textbox', { name: 'Request timeout (seconds)', exact: true })
      .fill('77')
    await openServerTab(page, 'Prompts')
    await page.getByRole('button', { name: 'Arguments Prompt' }).click()
    const prompt = page.getByRole('region', { name: 'Arguments Prompt' })
    await prompt.getByRole('combobox', { name: /^city/i }).fill('Bern')
    // Its suggestions lie over the page.
    await page.keyboard.press('Escape')
    await openServerTab(page, 'Logs')
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+2')
    await openServerTab(page, 'Prompts')
    await expect(prompt.getByRole('combobox', { name: /^city/i })).toHaveValue('Bern')
    await openServerTab(page, 'Settings')
    await expect(settings.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'renamed',
    )
    await expect(
      settings.getByRole('textbox', { name: 'Request timeout (seconds)', exact: true }),
    ).toHaveValue('77')
    await expect(settings).toContainText('You have unsaved changes.')
    proves('server.forms.kept')
    await settings.getByRole('button', { name: 'Discard changes' }).last().click()
    await openServerTab(page, 'Logs')
    await openServerTab(page, 'Settings')
    await expect(settings.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'everything',
    )
    proves('server.forms.discarded')
  },
)

test(
  'the form of a tool is there again, as it was left, after other sections',
  nightly('manual.form.kept'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, fixtureServerCommand({ features: ['add', 'echo'] }), { name: 'notes' })
    const pick = async () => {
      await page.getByRole('button', { name: 'Run a tool' }).first().click()
      await page.getByRole('option', { name: /^add/i }).click()
    }
    const form = page.getByRole('dialog')
    const field = form.getByRole('textbox').first()
    await pick()
    await field.fill('41')
    await page.keyboard.press('Control+2')
    await expect(form).toHaveCount(0)
    await page.keyboard.press('Control+1')
    await expect(field).toHaveValue('41')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await pick()
    await expect(field).toHaveValue('41')
    proves('manual.form.kept')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await pick()
    await expect(field).toHaveValue('')
    expect(await request(page, 'ask.list', {})).toEqual([])
  },
)
