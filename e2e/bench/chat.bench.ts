import { join } from 'node:path'
import { startHttpServer } from '@gatehouse/testkit'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { memoryOf } from '../attack/meters/processes.ts'
import { executable, isSandboxRefused, test, type Gatehouse } from '../launch.ts'
import { chat } from '../support/chat.ts'
import { connectScripted } from '../support/models.ts'
import { request } from '../support/routes.ts'
import { seedChat } from '../support/seed-chat.ts'
import { addServer } from '../support/servers.ts'
import { atMost, median, percentile, report, type Measure } from './measures.ts'
import { mixedMarkdown } from './mixed-markdown.ts'
import { typeOn, watchWindow } from './window-meter.ts'

/** Turns; each has two messages. */
const LONG = 50_000
const SHORT = 5
const OPENINGS = 7
const TOKENS_A_SECOND = 2000
const ANSWER_CHARACTERS = 100_000

test('a chat in the window', async ({ launch }) => {
  const gatehouse = await launch()
  const { short, long } = await seed(gatehouse)
  const bare = await typeInBareWindow()
  const measures = [
    ...(await openings(gatehouse.page, short, long)),
    ...(await streaming(gatehouse, long, bare)),
    ...(await searches(gatehouse.page)),
    ...(await largeResult(gatehouse)),
  ]
  report(measures)
})

/** Two chats of very different length, "short" and "long". */
async function seed(gatehouse: Gatehouse) {
  const ids: string[] = []
  for (const [title, turns] of [
    ['short', SHORT],
    ['long', LONG],
  ] as const) {
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title })
    ids.push(id)
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, { turns, name: title })
    await gatehouse.restart()
  }
  const [short = '', long = ''] = ids
  return { short, long }
}

/** From the press on a row of the list to the last answer in view, in the page's own time. */
async function openings(page: Page, ...ids: string[]): Promise<Measure[]> {
  const window = await watchWindow(page)
  const times: number[][] = ids.map(() => [])
  const tasks: number[] = []
  for (let round = 0; round <= OPENINGS; round += 1) {
    for (const [index, title] of ['short', 'long'].entries()) {
      await page.keyboard.press('Control+N')
      await page.waitForTimeout(400)
      await window.take()
      const took = await open(page, title, index === 0 ? SHORT : LONG)
      await page.waitForTimeout(300)
      const seen = await window.take()
      if (round === 0) continue
      times[index]?.push(took)
      if (index === 1) tasks.push(Math.max(0, ...seen.tasks))
    }
  }
  const [short = Number.NaN, long = Number.NaN] = times.map(median)
  const ratio = long / short
  return [
    atMost('Open a chat of 10 messages', short, { limit: 200 }),
    atMost('Open a chat of 100,000 messages', long, { limit: 200 }),
    {
      what: '… against the short one',
      seen: `${ratio.toFixed(2)}x`,
      target: 'at most 1.3x',
      isMet: ratio <= 1.3,
    },
    atMost('Longest block of the window by it (0: none over 50 ms)', median(tasks), { limit: 20 }),
  ]
}

function open(page: Page, title: string, turns: number): Promise<number> {
  return page.evaluate(
    async ([name, last]) => {
      const rows = [
        ...document.querySelectorAll<HTMLElement>('[data-section-list] [data-list-row]'),
      ]
      const row = rows.find((one) => one.textContent.startsWith(name))
      if (!row) throw new Error(`There is no chat ${name}.`)
      const started = performance.now()
      row.click()
      const isThere = () => {
        const answer = [...document.querySelectorAll('[data-testid="assistant-message"]')].at(-1)
        const box = answer?.getBoundingClientRect()
        return answer?.textContent.includes(last) && box && box.bottom > 0 && box.top < innerHeight
      }
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
      // Drawn, not only laid out.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - started
    },
    [title, `Answer ${turns - 1}.`] as const,
  )
}

/** Milliseconds from key to frame in a window that does nothing else. */
async function typeInBareWindow(): Promise<number[]> {
  const app = await _electron.launch({
    executablePath: executable(false),
    args: [...(isSandboxRefused() ? ['--no-sandbox'] : []), join(import.meta.dirname, 'bare.cjs')],
    chromiumSandbox: true,
  })
  try {
    const page = await app.firstWindow()
    await page.locator('textarea').focus()
    const window = await watchWindow(page)
    const typing = typeOn(page)
    await page.waitForTimeout(8000)
    await typing.stop()
    return (await window.take()).keys
  } finally {
    await app.close()
  }
}

/** A long answer at the speed of a very quick model, into the longest chat, while the person types on. */
async function streaming(
  gatehouse: Gatehouse,
  id: string,
  bare: readonly number[],
): Promise<Measure[]> {
  const { page, app } = gatehouse
  const text = mixedMarkdown(ANSWER_CHARACTERS)
  const step = { text, chunkSize: 16, eventDelayMs: Math.floor((4 * 1000) / TOKENS_A_SECOND) }
  const endpoint = await connectScripted(page, 'chat', [step, step, step])
  const [provider] = await request(page, 'provider.list', {})
  const model = { providerId: provider?.id ?? '', modelId: 'scripted' }
  await request(page, 'chat.set-model', { id, model })
  await open(page, 'long', LONG)
  const composer = chat(page)
  const window = await watchWindow(page)
  const memory: number[] = []
  const tasks: number[] = []
  const keys: number[] = []
  const seconds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await composer.send(`Round ${round}.`)
    await composer.stop.waitFor()
    await window.take()
    const started = performance.now()
    await composer.composer.focus()
    const typing = typeOn(page)
    await composer.stop.waitFor({ state: 'detached', timeout: 300_000 })
    await typing.stop()
    seconds.push((performance.now() - started) / 1000)
    const seen = await window.take()
    tasks.push(Math.max(0, ...seen.tasks))
    keys.push(...seen.keys)
    await composer.composer.fill('')
    memory.push(await windowMemory(app))
  }
  await endpoint.close()
  const over = percentile(keys, 99) - percentile(bare, 99)
  const [first = Number.NaN] = memory
  const grown = (memory.at(-1) ?? Number.NaN) / first
  const speed = Math.round(ANSWER_CHARACTERS / 4 / median(seconds))
  return [
    atMost(`Longest task while 100 KB stream (${speed} tokens/s)`, median(tasks), { limit: 50 }),
    atMost('Typing meanwhile, p99 over the bare window', over, {
      limit: 16,
      beside: `${Math.round(percentile(keys, 99))} against ${Math.round(percentile(bare, 99))} ms`,
    }),
    {
      what: 'Memory of the window after three such answers',
      seen: `${Math.round(memory.at(-1) ?? 0)} MB, after the first ${Math.round(first)} MB: ${grown.toFixed(2)}x`,
      target: 'at most 1.3x',
      isMet: grown <= 1.3,
    },
  ]
}

/** MB of the window's own process after a collection of garbage, as the system counts them. */
async function windowMemory(app: ElectronApplication): Promise<number> {
  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const tools = window?.webContents.debugger
    if (!tools) return
    tools.attach()
    await tools.sendCommand('HeapProfiler.collectGarbage')
    tools.detach()
  })
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  return memoryOf([pid ?? 0])
}

async function searches(page: Page): Promise<Measure[]> {
  const until = performance.now() + 300_000
  const isIndexing = async () => (await request(page, 'chat.search', { query: 'x' })).isIndexing
  while ((await isIndexing()) && performance.now() < until) await page.waitForTimeout(1000)
  const times = async (words: readonly string[]) => {
    const took: number[] = []
    for (let round = 0; round < 20; round += 1)
      for (const query of words)
        took.push(
          await page.evaluate(async (asked) => {
            const { bridge } = globalThis as unknown as {
              bridge: { request(route: string, input: unknown): Promise<{ ok: boolean }> }
            }
            const started = performance.now()
            const { ok } = await bridge.request('chat.search', { query: asked })
            if (!ok) throw new Error('The search failed.')
            return performance.now() - started
          }, query),
        )
    return percentile(took, 95)
  }
  const english = ['question 41', 'answer 7', 'sentence', '"a sentence of it"', 'nowhere']
  const chinese = ['第 41', '缓存', '夜间构建', '回答', '没有这些字']
  return [
    atMost('Search over 100,000 messages, English, p95', await times(english), { limit: 30 }),
    atMost('… Chinese, p95', await times(chinese), { limit: 30 }),
  ]
}

interface Counter {
  benchBytes: number
}

/** What crosses the bridge, and what the window holds, because of a result that nobody opened yet. */
async function largeResult(gatehouse: Gatehouse): Promise<Measure[]> {
  const { app, page } = gatehouse
  // 20 MB of bytes in parts, as one message of a server may have 16 MiB.
  const [big, parts] = ['y'.repeat(10_000_000), 2]
  const server = await startHttpServer({
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
    const asked = async () => (await request(page, 'ask.list', {})).at(0)
    let ask = await asked()
    while (!ask) ask = await asked()
    await page.keyboard.press('Control+1')
    await page.evaluate((title) => {
      const rows = [
        ...document.querySelectorAll<HTMLElement>('[data-section-list] [data-list-row]'),
      ]
      rows.find((row) => row.textContent.includes(title))?.click()
    }, 'give')
    await chat(page).approval('give').allowOnce()
    while ((await request(page, 'chat.get', { id })).isRunning) await page.waitForTimeout(200)
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

/** Counts what main tells the window and answers it, as text of JSON. */
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
        const answer = await handler(...values)
        add(answer)
        return answer
      })
  })
}
