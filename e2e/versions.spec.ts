import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { seedChat } from './support/models/seed-chat.ts'

test.use({ ownApp: true })

/** Returns the texts of messages, without author and version. */
const words = async (page: Page): Promise<string[]> =>
  (
    await page
      .getByTestId('user-message')
      .or(page.getByTestId('assistant-message'))
      .allTextContents()
  ).map((text) => text.replace(/^(?:You|Answer): /, '').replace(/\d+ \/ \d+$/, ''))

test(
  'a message is edited, an answer made again, and every version is kept',
  nightly(
    'chat.versions.edit',
    'chat.versions.regenerate',
    'chat.versions.switch',
    'chat.versions.kept',
  ),
  async ({ gatehouse }) => {
    const endpoint = await connectScripted(gatehouse.page, 'chat', [
      { text: 'First answer.' },
      { text: 'Second answer.' },
      { text: 'Answer to other words.' },
      { text: 'Made again.' },
    ])
    const { page } = gatehouse
    const open = chat(page)
    await open.send('First question')
    await expect(open.answers).toHaveText(/First answer\./)
    await open.send('Second question')
    await expect(open.answers.last()).toHaveText(/Second answer\./)

    const second = page.getByTestId('user-message').last()
    await second.getByRole('button', { name: 'Edit message' }).click()
    const field = page.getByRole('textbox', { name: 'Edit your message' })
    await expect(field).toBeFocused()
    await field.fill('Second question in other words')
    await field.press('Enter')
    await expect(open.answers.last()).toHaveText(/Answer to other words\./)
    expect(await words(page)).toEqual([
      'First question',
      'First answer.',
      'Second question in other words',
      'Answer to other words.',
    ])
    expect(requestTexts(endpoint).at(-1)).toContain('First answer.')
    expect(requestTexts(endpoint).at(-1)).not.toContain('Second answer.')
    const versions = page.getByTestId('versions')
    await expect(versions).toHaveText('2 / 2')
    proves('chat.versions.edit')

    await page
      .getByTestId('turn-footer')
      .first()
      .getByRole('button', { name: 'Regenerate answer' })
      .click()
    await expect(open.answers).toHaveText(/Made again\./)
    expect(await words(page)).toEqual(['First question', 'Made again.'])
    proves('chat.versions.regenerate')

    await versions.getByRole('button', { name: 'Previous version' }).click()
    await expect(open.answers).toHaveCount(2)
    expect(await words(page)).toEqual([
      'First question',
      'First answer.',
      'Second question in other words',
      'Answer to other words.',
    ])
    await versions.last().getByRole('button', { name: 'Previous version' }).click()
    await expect(open.answers.last()).toHaveText(/Second answer\./)
    await expect(versions).toHaveText(['1 / 2', '1 / 2'])
    proves('chat.versions.switch')

    await gatehouse.restart()
    await expect(gatehouse.page.getByTestId('versions')).toHaveText(['1 / 2', '1 / 2'])
    expect(await words(gatehouse.page)).toContain('Second question')
    await gatehouse.page
      .getByTestId('versions')
      .first()
      .getByRole('button', { name: 'Next version' })
      .click()
    await expect(chat(gatehouse.page).answers).toHaveText(/Made again\./)
    proves('chat.versions.kept')
    await endpoint.close()
  },
)

test(
  'a chat of 800 messages opens at its end, and is read to its beginning and back',
  nightly('chat.pages.end', 'chat.pages.start', 'chat.pages.latest', 'chat.pages.sent'),
  async ({ gatehouse }) => {
    test.setTimeout(240_000)
    const endpoint = await connectScripted(gatehouse.page, 'chat', [{ text: 'Still here.' }])
    const [first] = await request(gatehouse.page, 'chat.list', {})
    await request(gatehouse.page, 'chat.rename', { id: first?.id ?? '', title: 'Long' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), first?.id ?? '', 400)
    await gatehouse.restart()
    const { page } = gatehouse
    const open = chat(page)
    await expect(open.answers.last()).toContainText('Answer 399.')
    await expect(open.answers.last()).toBeInViewport()
    const view = await request(page, 'chat.get', { id: first?.id ?? '' })
    expect(view.turns.length).toBeLessThan(60)
    expect(await page.getByTestId('user-message').count()).toBeLessThan(60)
    proves('chat.pages.end')

    // What is in view stays where it is while a page is put above it.
    const seen = await page.evaluate(async () => {
      const box = document.querySelector<HTMLElement>('[data-transcript]')
      if (!box) throw new Error('There is no transcript.')
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      /** The first question in view; NaN while nothing is drawn there yet. */
      const inView = () => {
        const { top, bottom } = box.getBoundingClientRect()
        const rows = [...box.querySelectorAll<HTMLElement>('[data-testid="user-message"]')]
        const row = rows.find((one) => {
          const at = one.getBoundingClientRect().top
          return at >= top && at < bottom
        })
        return Number(/Question (\d+)/.exec(row?.textContent ?? '')?.[1])
      }
      const drawn = async () => {
        for (let n = 0; n < 4; n += 1) await frame()
        while (Number.isNaN(inView())) await frame()
        return inView()
      }
      const steps: { before: number; after: number }[] = []
      while (steps.length < 40 && steps.at(-1)?.after !== 0) {
        box.scrollTo({ top: 0 })
        const before = await drawn()
        const until = performance.now() + 3000
        while (box.scrollTop === 0 && performance.now() < until) await frame()
        steps.push({ before, after: await drawn() })
      }
      return steps
    })
    expect(seen.at(-1)?.after).toBe(0)
    for (const { before, after } of seen) {
      expect(Math.abs(after - before)).toBeLessThan(2)
    }
    await expect(page.getByText('Question 0', { exact: true })).toBeVisible()
    proves('chat.pages.start')

    await page.getByRole('button', { name: 'Jump to the latest' }).click()
    await expect(open.answers.last()).toContainText('Answer 399.')
    await expect(open.answers.last()).toBeInViewport()
    proves('chat.pages.latest')

    await open.transcript.hover()
    await expect(async () => {
      await page.mouse.wheel(0, -3000)
      await expect(open.transcript).not.toContainText('Answer 399.', { timeout: 200 })
    }).toPass()
    await open.send('Are you there?')
    await expect(open.answers.last()).toContainText('Still here.')
    await expect(open.answers.last()).toBeInViewport()
    proves('chat.pages.sent')
    await endpoint.close()
  },
)

test(
  'words are found in every chat, and a hit leads to where they are',
  nightly('chat.search.version', 'chat.search.found', 'chat.search.opened'),
  async ({ gatehouse }) => {
    const endpoint = await connectScripted(gatehouse.page, 'chat', [
      { text: '夜间构建很慢，因为缓存没有命中。' },
      { text: 'The cache of the nightly build is never hit.' },
    ])
    const [first] = await request(gatehouse.page, 'chat.list', {})
    const id = first?.id ?? ''
    await request(gatehouse.page, 'chat.rename', { id, title: 'Long' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, 300)
    await gatehouse.restart()
    const { page } = gatehouse
    const open = chat(page)
    await open.startNew()
    await open.send('Why is it slow?')
    await expect(open.answers).toHaveText(/夜间构建/)
    await page.getByRole('button', { name: 'Regenerate answer' }).click()
    await expect(open.answers).toHaveText(/nightly build/)

    const list = page.getByRole('navigation', { name: 'Chats' })
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    const hits = list.locator('mark')
    // Seeded behind the app's back, as an earlier version's messages: taken in little by little.
    await expect
      .poll(
        async () => (await request(page, 'chat.search', { query: '"Question 7"' })).isIndexing,
        {
          timeout: 30_000,
        },
      )
      .toBe(false)
    await search.fill('构建')
    await expect(hits).toHaveText(['构建'])
    await hits.first().click()
    await expect(open.answers).toHaveText(/夜间构建/)
    await expect(page.getByTestId('versions')).toHaveText('1 / 2')
    proves('chat.search.version')

    await search.fill('question 17')
    await expect(hits.first()).toBeVisible()
    // A word is found by its beginning: 17, and 170 to 179.
    await expect(list.getByText(/^Question 17\d?$/)).toHaveCount(11)
    proves('chat.search.found')
    await list.getByText('Question 17', { exact: true }).click()
    const question = open.transcript.getByText('Question 17', { exact: true })
    await expect(open.transcript.locator('[data-found]')).toContainText('Question 17')
    await expect(question).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Jump to the latest' })).toBeVisible()
    await page.getByRole('button', { name: 'Jump to the latest' }).click()
    await expect(open.answers.last()).toContainText('Answer 299.')
    proves('chat.search.opened')
    await endpoint.close()
  },
)
