import type { RouteOutput } from '@gatehouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { askEverything } from './support/ask-everything.ts'
import { addAsking, addFolders, connectCalling, openCard } from './support/ask-world.ts'
import { changeLanguage, resize, settle } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { addGuarded } from './support/sign-in/sign-in-steps.ts'
import { startGuardedServer, watchBrowser } from './support/sign-in/sign-in.ts'

type Ask = RouteOutput<'ask.list'>[number]

const CONTROLS =
  'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href], summary, [tabindex="0"]'

/** Marks what the card lets a person act on; how many there are. Of radio buttons and tabs one takes the keyboard. */
const markControls = (card: Locator): Promise<number> =>
  card.evaluate((node, selector) => {
    const all = [...node.querySelectorAll<HTMLElement>(selector)].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.closest('[inert], [aria-hidden]'),
    )
    for (const [at, one] of all.entries()) one.dataset['control'] = String(at)
    return all.length
  }, CONTROLS)

/** Goes through the card with Tab alone; the controls that it came to, and those that could not be seen then. */
async function tabThrough(
  page: Page,
  card: Locator,
): Promise<{ reached: Set<string>; hidden: string[] }> {
  const count = await markControls(card)
  const reached = new Set<string>()
  const hidden: string[] = []
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let left = count + 60; left > 0 && reached.size < count; left -= 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLElement) || !activeElement.closest('[data-ask-card]'))
        return null
      const { top, bottom, left: start, right } = activeElement.getBoundingClientRect()
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && start < innerWidth
      return { control: activeElement.dataset['control'] ?? '', isSeen }
    })
    if (!at || at.control === '') continue
    reached.add(at.control)
    if (!at.isSeen) hidden.push(at.control)
  }
  const missed = Array.from({ length: count }, (_, at) => String(at)).filter(
    (at) => !reached.has(at),
  )
  const names = await card.evaluate(
    (node, wanted) =>
      wanted.map((at) => {
        const one = node.querySelector(`[data-control="${at}"]`)
        return `${one?.tagName ?? ''} ${one?.getAttribute('aria-label') ?? one?.textContent ?? ''}`
      }),
    missed,
  )
  expect(names).toEqual([])
  return { reached, hidden }
}

/** Returns the faults of a card in a narrow window, with text as it is and twice as large. */
async function faultsOf({ page }: Gatehouse, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const size of ['100%', '200%']) {
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size)
    await settle(page)
    await takePicture(page, `${name}-640-${size === '200%' ? 'large' : 'plain'}`)
    faults.push(...(await findLayoutFaults(page)).map((fault) => `${name} at ${size}: ${fault}`))
  }
  faults.push(...(await findViolations(page)).map((fault) => `${name}: ${fault}`))
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  return faults
}

/** Everything that the polite live regions of the window say from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced = new Set<string>()
    Object.assign(globalThis, { announced })
    const note = (): void => {
      for (const region of document.querySelectorAll('[role="status"][aria-live="polite"]'))
        for (const node of region.childNodes) announced.add(node.textContent ?? '')
    }
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { announced: Set<string> }).announced])
}

/** Refuses by the key that every card has; where a reason may be given, without one. */
async function refuse(page: Page, card: Locator): Promise<void> {
  await card.focus()
  await expect(card.locator('[aria-keyshortcuts="Escape"]').first()).toBeVisible()
  // Main counts no press on what was in view for less than half a second.
  await page.waitForTimeout(600)
  await page.keyboard.press('Escape')
  const reason = card.getByRole('textbox', { name: /^Reason|^理由|^原因/ })
  await expect.poll(async () => (await card.count()) === 0 || (await reason.count()) > 0).toBe(true)
  if (await reason.count()) {
    await expect(reason).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(card).toHaveCount(0)
}

const nameOf = (ask: Ask): string =>
  ask.kind === 'elicitation' ? `${ask.kind}-${ask.request.mode}` : ask.kind

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `every card in ${language} by keyboard alone: each control is reached, nothing is cut with large text in a narrow window, and Escape refuses`,
    nightly(`ask.keyboard.cards-${language}`),
    async ({ gatehouse }) => {
      const { page, app } = gatehouse
      await watchBrowser(app)
      await connectCalling(page)
      await addFolders(gatehouse)
      const guarded = await startGuardedServer()
      await addGuarded(page, guarded)
      const server = await addAsking(gatehouse, 'legacy')
      const announced = await listen(page)
      await askEverything(page, server)
      const asks = await request(page, 'ask.list', {})
      // Each is told by a live region that was there before: who asks for what.
      const isOfCall = (text: string) => text.startsWith('Echo (echo) from legacy is waiting')
      await expect.poll(async () => (await announced()).filter(isOfCall).length).toBe(1)
      await changeLanguage(page, language)
      const faults: string[] = []
      expect(new Set(asks.map(nameOf)).size).toBe(8)
      for (const ask of asks) {
        // The list is beside the card only where there is room for both.
        await resize(gatehouse, { width: 1280, height: 800 })
        const card = await openCard(page, ask)
        await resize(gatehouse, { width: 640, height: 800 })
        // It is a group that says who asks for what.
        await expect(card.getByRole('group').first()).toHaveAttribute(
          'aria-label',
          new RegExp(ask.serverName),
        )
        faults.push(...(await faultsOf(gatehouse, `${language}/card-${nameOf(ask)}`)))
        const { hidden } = await tabThrough(page, card)
        expect(hidden).toEqual([])
      }
      expect(faults).toEqual([])
      await resize(gatehouse, { width: 1280, height: 800 })
      for (const ask of asks) await refuse(page, await openCard(page, ask))
      expect(await request(page, 'ask.list', {})).toEqual([])
      proves(`ask.keyboard.cards-${language}`)
      await guarded.close()
    },
  )
}
