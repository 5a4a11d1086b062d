import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from '../launch.ts'
import { resize, settle } from '../support/inspect.ts'
import { request } from '../support/routes.ts'
import { openServer, openServerTab } from '../support/servers.ts'
import { clock, tellStory } from './story.ts'

const size = { width: 1280, height: 800 }

/** Gives measured times a fixed value: they differ from run to run and move what stands beside them. */
async function steadyDurations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      node.textContent = (node.textContent ?? '').replace(/\b[\d.,]+ (?:ms|s)\b/, '8 ms')
    }
  })
}

async function take(gatehouse: Gatehouse, name: string): Promise<void> {
  const { page } = gatehouse
  for (const theme of ['light', 'dark'] as const) {
    await request(page, 'app.change-settings', { theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await resize(gatehouse, size)
    // No row is under the pointer.
    await page.mouse.move(size.width - 2, size.height / 2)
    await settle(page)
    await steadyDurations(page)
    await expect(page).toHaveScreenshot(`${name}-${theme}.png`)
  }
}

test('the pictures of the README', async ({ launch }) => {
  const gatehouse = await launch({ args: ['-r', clock], env: { TZ: 'UTC' } })
  const { page } = gatehouse
  const endpoint = await tellStory(gatehouse)
  await take(gatehouse, 'chat')
  await openServer(page, 'calendar')
  await openServerTab(page, 'Permissions')
  await take(gatehouse, 'permissions')
  await endpoint.close()
})
