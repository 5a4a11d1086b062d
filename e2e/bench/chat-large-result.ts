import { startFixtureHttpServer } from '@gatehouse/testkit'
import type { ElectronApplication } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import { chat } from '../support/chat.ts'
import { request } from '../support/routes.ts'
import { addServer } from '../support/servers.ts'
import type { Measure } from './measures.ts'
import { windowMemory } from './window-memory.ts'

interface Counter {
  benchBytes: number
}

/** Measures the traffic over the bridge, and the window's memory, for a result that nobody opened yet. */
export async function largeResult(gatehouse: Gatehouse): Promise<Measure[]> {
  const { app, page } = gatehouse
  // 20 MB of bytes in parts, as one message of a server may have 16 MiB.
  const [big, parts] = ['y'.repeat(10_000_000), 2]
  const server = await startFixtureHttpServer({
    era: 'legacy',
    features: [],
    extend: (own) =>
      void own.registerTool('give', { description: 'Gives.' }, () => ({
        content: [{ type: 'text' as const, text: big }],
      })),
  })
  const view = await addServer(page, { url: server.url }, { name: 'large' })
  const { id } = await request(page, 'chat.create', {})
  await page.keyboard.press('Control+N')
  await page.waitForTimeout(500)
  await countBytes(app)
  const before = await windowMemory(app)
  await app.evaluate(() => void Object.assign(globalThis, { benchBytes: 0 }))
  for (let part = 0; part < parts; part += 1) {
    await request(page, 'chat.run-tool', {
      id,
      serverId: view.config.id,
      toolName: 'give',
      arguments: {},
    })
    await page.keyboard.press('Control+1')
    await page.locator('[data-section-list] [data-list-row]', { hasText: 'give' }).first().click()
    // Nothing is asked of main here: that would be counted as the window's own.
    await chat(page).approval('give').allowOnce()
    await expect(chat(page).calls.nth(part)).toHaveAttribute('data-status', 'done', {
      timeout: 60_000,
    })
  }
  const bytes = await app.evaluate(() => (globalThis as unknown as Counter).benchBytes)
  const grown = (await windowMemory(app)) - before
  await server.close()
  return [
    {
      what: 'A result of 20 MB: bytes over the bridge until it is opened',
      seen: `${Math.round(bytes / 1024)} KB`,
      target: 'at most 64 KB',
      isMet: bytes <= 65_536,
    },
    {
      what: '… memory of the window',
      seen: `${grown < 0 ? '' : '+'}${grown.toFixed(1)} MB`,
      target: 'at most 10 MB more',
      isMet: grown <= 10,
    },
  ]
}

/** Counts what main sends the window and returns to it, as text of JSON. */
async function countBytes(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow, ipcMain }) => {
    const holder = Object.assign(globalThis, { benchBytes: 0 })
    const add = (value: unknown): void => {
      holder.benchBytes += JSON.stringify(value ?? null).length
    }
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents
    if (contents) {
      const send = contents.send.bind(contents)
      contents.send = (channel, ...values) => {
        add(values)
        send(channel, ...values)
      }
    }
    type Handler = (...values: unknown[]) => unknown
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, Handler>
    }
    for (const [channel, handler] of handlers)
      handlers.set(channel, async (...values) => {
        const result = await handler(...values)
        add(result)
        return result
      })
  })
}
