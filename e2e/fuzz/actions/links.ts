import { request } from '../../support/routes.ts'
import { toFront } from '../../support/windows.ts'
import { LINK } from '../generators/links.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll, refusing } from './consenting-to.ts'

/** The browser is given an address, if at all, before this is over. */
const OPENING_MS = 500

/** The person clicks a link in an answer that holds text of the chat, and refuses what the consent window shows. */
async function clickLink(world: World, random: Random): Promise<string> {
  const { subject, ledger } = world
  const { app, page } = subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const id = `${random.int(1e8, 9e8)}`
  const { id: chatId } = await request(page, 'chat.create', {})
  await request(page, 'chat.send', { id: chatId, text: LINK + id })
  await page.keyboard.press('Escape')
  await request(page, 'window.show-place', {
    place: { section: 'chats', conversationId: chatId },
  })
  const link = page.getByTestId('assistant-message').last().locator('a').first()
  const isThere = await link.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
  if (!isThere) return 'no link is drawn'
  await refusing(page, link.click({ timeout: 3000, clickCount: random.pick([1, 2]) }))
  await refusing(page, page.waitForTimeout(OPENING_MS))
  const opened = ledger.lines().filter(({ args }) => args.some((arg) => arg.includes(`h${id}.`)))
  if (opened.length > 0)
    subject.breach('commands', `A link opened without consent: ${opened[0]?.args.join(' ')}`)
  return `${opened.length} opened`
}

export const linkActions: Action[] = [{ name: 'click a link', weight: 4, run: clickLink }]
