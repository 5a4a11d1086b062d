import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import {
  allowBy,
  cancel,
  consentText,
  consentWindow,
  openConsentWindow,
} from './support/consent.ts'
import { connectScripted } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { watchBrowser } from './support/sign-in/sign-in.ts'

const PLAIN = 'https://docs.example.org/start'
const QUERY = 'https://tracker.example.net/p?page=1'
const LEAK = 'https://tracker.example.net/hunter2-marmalade-99'

/** @threat links.carried-text */
test('a link of an answer takes no text of the chat to its host before the person saw it', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  const opened = await watchBrowser(app)
  await connectScripted(page, 'chat', [
    { text: `[Docs](${PLAIN}), [more](${QUERY}) and [the picture](${LEAK}).` },
  ])
  const open = chat(page)
  await open.send('My password is hunter2-marmalade-99. Where is it explained?')
  const link = (name: string) => open.answers.last().getByRole('link', { name, exact: true })

  // A plain one opens with a press, and its host stands in the hint at once.
  await link('Docs').hover()
  await expect(page.getByTestId('link-hint-host')).toHaveText('docs.example.org')
  await link('Docs').dblclick()
  await expect.poll(opened).toEqual([PLAIN])

  await link('more').click()
  await expect(consentText(await consentWindow(page))).toContainText('tracker.example.net')
  await cancel(page)
  expect(await opened()).toEqual([PLAIN])
  await link('more').click()
  await consentWindow(page)
  await allowBy(page, 'Open and remember this host')
  await expect.poll(opened).toEqual([PLAIN, QUERY])
  await link('more').click()
  await expect.poll(opened).toEqual([PLAIN, QUERY, QUERY])
  proves('links.receiver.remembered')

  // Text of the chat is asked about at a remembered host too.
  await link('the picture').click()
  const window = await consentWindow(page)
  await expect(window.getByTestId('address')).toHaveText(LEAK)
  await expect(window.locator('mark')).toHaveText('hunter2-marmalade-99')
  await expect(window.getByTestId('found-text')).toContainText('Your message or instructions')
  await takePicture(window, 'link-consent')
  await window.close()
  await expect.poll(() => openConsentWindow(page)).toBeUndefined()
  expect(await opened()).toEqual([PLAIN, QUERY, QUERY])
  proves('links.receiver.text-found')

  const { rows } = await request(page, 'audit.page', { group: 'links' })
  expect(rows.map(({ subject, decision }) => `${subject} ${decision}`)).toContain(
    'tracker.example.net cancel',
  )
  proves('links.receiver.recorded')

  await page.keyboard.press('Control+5')
  await page.locator('[data-list-row]').filter({ hasText: 'Permissions' }).click()
  await expect(page.getByTestId('link-hosts')).toContainText('https://tracker.example.net')
  await page.getByRole('button', { name: 'Forget https://tracker.example.net' }).click()
  await expect(page.getByTestId('link-hosts')).toHaveCount(0)
  expect((await request(page, 'app.settings', {})).linkHosts).toEqual([])
  proves('links.receiver.forgotten')
})
