import type { Locator, Page } from 'playwright-core'
import { expect } from '../launch.ts'

/** The keys of a person that reach the window: a key with Ctrl is one. */
export async function countKeys(page: Page): Promise<{ since: () => Promise<number> }> {
  const pressed = await page.evaluateHandle(() => {
    const keys: string[] = []
    addEventListener('keydown', ({ key }) => key !== 'Control' && keys.push(key), true)
    return keys
  })
  let counted = 0
  return {
    since: async () => {
      const { length } = await pressed.jsonValue()
      const added = length - counted
      counted = length
      return added
    },
  }
}

/** Presses a key until the wanted element has the focus. */
export async function moveTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  await expect(async () => {
    await page.keyboard.press(key)
    expect(await isThere()).toBe(true)
  }).toPass({ intervals: [0] })
}
