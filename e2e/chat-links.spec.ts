import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { actOn, chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'

const copied = ({ app }: Gatehouse): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText())
const chip = (page: Page) => page.getByTestId('message-link')

test(
  'a link to a message leads there, from what a person wrote and from an answer',
  nightly('chat.links.copied', 'chat.links.person', 'chat.links.model', 'chat.links.gone'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await connectScripted(page, 'chat', [{ text: 'It opens at nine.' }])
    const open = chat(page)
    await open.send('When does the museum open?')
    await expect(open.answers.last()).toContainText('It opens at nine.')
    const [first] = await request(page, 'chat.list', {})
    await request(page, 'chat.rename', { id: first?.id ?? '', title: 'Museum' })
    await actOn(page, 'user-message', 'Copy link')
    await expect.poll(() => copied(gatehouse)).toMatch(/^app\.gatehouse\.desktop:\/message\//)
    const link = await copied(gatehouse)
    await actOn(page, 'turn-footer', 'Copy link')
    await expect.poll(() => copied(gatehouse)).not.toBe(link)
    proves('chat.links.copied')

    endpoint.script('scripted', [
      { text: `I found [your bank](${link}) and <${await copied(gatehouse)}>.` },
    ])
    await open.startNew()
    await open.send(`What about ${link}?`)
    await expect(open.answers.last()).toContainText('I found')
    const written = page.getByTestId('user-message')
    await expect(written).toContainText('What about Message in “Museum”?')
    await written.getByTestId('message-link').click()
    await expect(page.getByText('When does the museum open?', { exact: true })).toBeInViewport()
    proves('chat.links.person')

    const list = page.getByRole('navigation', { name: 'Chats' })
    await list.getByRole('button', { name: /^What about/ }).click()
    await expect(open.answers.last().getByTestId('message-link')).toHaveCount(2)
    await expect(open.answers.last()).not.toContainText('your bank')
    expect(await inspect(gatehouse, 'links to messages')).toEqual([])
    await open.answers.last().getByTestId('message-link').last().click()
    await expect(page.getByText('It opens at nine.')).toBeInViewport()
    proves('chat.links.model')

    await list.getByRole('button', { name: /^What about/ }).click()
    await expect(chip(page)).toHaveCount(3)
    await list.getByRole('button', { name: /^Museum/ }).hover()
    await page.getByRole('button', { name: 'More actions for Museum', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await expect(chip(page)).toHaveCount(0)
    await expect(written).toContainText('What about This message is no longer here?')
    proves('chat.links.gone')
  },
)
