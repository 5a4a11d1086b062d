import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { findViolations } from '../support/screens/accessibility.ts'
import { chat } from '../support/chat.ts'
import { settle } from '../support/inspect.ts'
import { findLayoutFaults } from '../support/screens/layout.ts'
import { takePicture } from '../support/results.ts'
import { expect, test } from './browser-window.ts'
import { sizes } from './sizes.ts'

const sections = ['chats', 'servers', 'activity', 'workspaces', 'settings'] as const

async function goTo(page: Page, section: (typeof sections)[number]): Promise<void> {
  await page.keyboard.press(`Control+${sections.indexOf(section) + 1}`)
  // What a section shows is loaded after its frame.
  await expect(page.locator('h1').first()).toBeAttached()
  await settle(page)
}

for (const language of ['en', 'zh-CN'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`every section is without faults in each size, ${theme}, ${language}`, async ({
      openWindow,
    }) => {
      const page = await openWindow({ settings: { language, theme } })
      const faults: string[] = []
      for (const section of sections) {
        await goTo(page, section)
        const note = (place: string, found: string[]) =>
          faults.push(...found.map((fault) => `${section} ${place}: ${fault}`))
        for (const size of sizes) {
          await page.setViewportSize(size)
          await settle(page)
          note(`at ${size.width}`, await findLayoutFaults(page))
          await takePicture(page, `browser/window-${section}-${language}-${theme}-${size.width}`)
        }
        note(
          'in axe',
          await findViolations(page, theme === 'dark' ? ['color-contrast'] : undefined),
        )
      }
      expect(faults).toEqual([])
    })

test('each section is reached by its key and takes the focus', async ({ openWindow }) => {
  const page = await openWindow()
  for (const [keys, name] of [
    ['Control+2', 'Servers'],
    ['Control+3', 'Activity'],
    ['Control+4', 'Workspaces'],
    ['Control+,', 'Settings'],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(page.getByRole('navigation', { name })).toBeVisible()
    await expect.poll(() => focused(page), `focus after ${keys}`).not.toBe('BODY')
  }
  await page.keyboard.press('Control+1')
  await expect(chat(page).composer).toBeVisible()
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

test('the palette opens, finds a command and runs it without the pointer', async ({
  openWindow,
}) => {
  const page = await openWindow({ settings: { theme: 'light' } })
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('add a server')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Paste, drop or type' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('Escape closes the palette and returns the focus to the composer', async ({ openWindow }) => {
  const page = await openWindow()
  const { composer } = chat(page)
  await composer.focus()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeHidden()
  await expect(composer).toBeFocused()
})

test('a question mark is text in the composer and help elsewhere', async ({ openWindow }) => {
  const page = await openWindow()
  const { composer } = chat(page)
  await composer.focus()
  await page.keyboard.type('Why?')
  await expect(composer).toHaveValue('Why?')
  await goTo(page, 'servers')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByRole('button', { name: 'Close' })).toBeFocused()
  // A key that decides something has one meaning wherever it is pressed.
  const keys = (await shortcuts.locator('dd').allTextContents()).filter((text) => /Mod/.test(text))
  expect(keys.length).toBeGreaterThan(15)
  expect(keys).toEqual([...new Set(keys)])
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
})

for (const section of sections)
  test(`Tab goes through ${section} in the order of the page, and each stop is seen`, async ({
    openWindow,
  }) => {
    const page = await openWindow()
    await goTo(page, section)
    // From the start of the page.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      getSelection()?.setPosition(document.body, 0)
    })
    const stops: { name: string; isSeen: boolean; isAfterLast: boolean }[] = []
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(lookAtFocus))
    }
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
    // It begins anew once, at the end of the page.
    expect(stops.filter(({ isAfterLast }) => !isAfterLast).length).toBeLessThan(2)
    expect(new Set(stops.map(({ name }) => name)).size).toBeGreaterThan(4)
  })

/** Runs in the page: the element with the focus, and whether it comes after the last one in the document. */
function lookAtFocus(): { name: string; isSeen: boolean; isAfterLast: boolean } {
  const seen = window as unknown as { lastFocus?: Element }
  const node = document.activeElement ?? document.body
  const last = seen.lastFocus
  seen.lastFocus = node
  const { width, height } = node.getBoundingClientRect()
  const isAfterLast =
    last === undefined ||
    (last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const words = node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 40)
  return { name: `${node.tagName} ${words}`, isSeen: width > 0 && height > 0, isAfterLast }
}

for (const section of sections)
  test(`text twice as large makes ${section} no wider than the smallest window`, async ({
    openWindow,
  }) => {
    const page = await openWindow()
    await page.setViewportSize({ width: 640, height: 560 })
    await goTo(page, section)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await settle(page)
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond).toBe(0)
    expect(await findLayoutFaults(page)).toEqual([])
    await takePicture(page, `browser/window-${section}-large`)
  })

test('the smallest window folds the lists of chats and servers alone', async ({ openWindow }) => {
  const page = await openWindow()
  await page.setViewportSize({ width: 640, height: 560 })
  const folded: string[] = []
  for (const section of sections) {
    await goTo(page, section)
    if (await page.getByRole('button', { name: 'Show list' }).isVisible()) folded.push(section)
  }
  expect(folded).toEqual(['chats', 'servers'])
})

test('a file that is dragged into the window sees where it can be dropped', async ({
  openWindow,
}) => {
  const page = await openWindow()
  const area = page.getByTestId('drop-area')
  await expect(area).toBeHidden()
  const session = await page.context().newCDPSession(page)
  const box = await chat(page).composer.boundingBox()
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 5 }
  const data = {
    items: [],
    files: [resolve(import.meta.dirname, '../README.md')],
    dragOperationsMask: 1,
  }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  await expect(area).toBeVisible()
})

test('a draft survives a section that is opened meanwhile', async ({ openWindow }) => {
  const page = await openWindow()
  const { composer } = chat(page)
  await composer.fill('half a thought')
  await goTo(page, 'servers')
  await goTo(page, 'chats')
  await expect(composer).toHaveValue('half a thought')
})

test('the first run, with nothing in it, is without faults', async ({ openWindow }) => {
  const page = await openWindow({
    servers: [],
    conversations: [],
    asks: [],
    outputs: { 'provider.list': [] },
  })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settle(page)
    expect(await findLayoutFaults(page)).toEqual([])
  }
  expect(await findViolations(page)).toEqual([])
  const cards = page.getByRole('region', { name: 'Get started' })
  await expect(cards.getByRole('heading')).toHaveText(['Connect a model', 'Add a server'])
  for (const name of ['Connect a model', 'Add a server'])
    await cards.getByRole('button', { name: `Dismiss “${name}”` }).press('Enter')
  await expect(cards).toBeHidden()
  await expect(chat(page).composer).toBeFocused()
})
