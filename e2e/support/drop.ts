import type { Locator, Page } from 'playwright-core'

/** Drops a file on an element, as from a file manager. */
export async function dropFile(page: Page, target: Locator, file: string): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nowhere to drop.')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  const at = { x: box.x + 9, y: box.y + 9, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}
