import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import { request } from './routes.ts'
import { addServer } from './servers.ts'

/** A server with an interface, and its files. */
export async function addBoard({ page }: Gatehouse, folder: string) {
  const file = join(import.meta.dirname, 'app-server.mjs')
  const server = await addServer(
    page,
    { command: process.execPath, args: [file, folder] },
    { name: 'board' },
  )
  return {
    server,
    calls: () =>
      readFileSync(join(folder, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { tool: string }).tool),
    capabilities: () =>
      JSON.parse(readFileSync(join(folder, 'capabilities.json'), 'utf8')) as {
        extensions: Record<string, unknown>
      },
  }
}

/** The cards of views, in the order of the transcript. */
export const viewOf = (page: Page) => page.getByTestId('app-view')

/** The frame of a view itself, inside its proxy: of several, by the order in which they were opened. */
export async function frameOf(page: Page, place = 0): Promise<Frame> {
  const find = (): Frame | undefined =>
    page.frames().filter((frame) => frame.url().startsWith('mcp-app://v-'))[place]
  await expect.poll(() => find() !== undefined).toBe(true)
  const frame = find()
  if (!frame) throw new Error('There is no view.')
  await expect(frame.locator('#state')).toContainText('ready')
  return frame
}

/** The window of a view, and the frame of the view in it. */
export async function viewWindow(page: Page): Promise<{ window: Page; frame: Frame }> {
  const find = () =>
    page
      .context()
      .pages()
      .find((other) => other.url().startsWith('mcp-app://p-') && !other.isClosed())
  await expect.poll(() => find() !== undefined).toBe(true)
  const window = find()
  if (!window) throw new Error('There is no window of a view.')
  const view = () => window.frames().find((frame) => frame.url().startsWith('mcp-app://v-'))
  await expect.poll(() => view() !== undefined).toBe(true)
  const frame = view()
  if (!frame) throw new Error('There is no view.')
  await expect(frame.locator('#state')).toContainText('ready')
  return { window, frame }
}

export async function runBoard(page: Page, serverId: string): Promise<void> {
  const [open] = await request(page, 'chat.list', {})
  await request(page, 'chat.run-tool', {
    id: open?.id ?? '',
    serverId,
    toolName: 'show_board',
    arguments: { name: 'plan' },
  })
}

/**
 * Presses a button of the view. A driver's input does not reach the page when the pointer goes into a frame of another
 * process, as a person's does, so that is said first.
 */
export async function pressIn(page: Page, frame: Frame, name: string): Promise<void> {
  await viewOf(page).locator('iframe').dispatchEvent('pointerover')
  await frame.getByRole('button', { name, exact: true }).click()
}

/** The click alone, wherever the frame is scrolled to by then. */
export const click = (frame: Frame, name: string): Promise<void> =>
  frame.getByRole('button', { name, exact: true }).dispatchEvent('click')

/** The text that the view reports in. */
export const outputOf = async (frame: Frame): Promise<string> =>
  (await frame.locator('#out').textContent()) ?? ''
