import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtApp, executable, expect, isSandboxRefused, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

const flags = isSandboxRefused() ? ['--no-sandbox'] : []

/** The exit code, or the signal that ended the app instead. */
const exitOf = async (
  gatehouse: Gatehouse,
  action: () => unknown,
): Promise<number | string | null> => {
  const exit = once(gatehouse.process, 'exit')
  await action()
  await exit
  return gatehouse.process.exitCode ?? gatehouse.process.signalCode
}

test('a second start shows the window of the first app', nightly(), async ({ gatehouse }) => {
  const { app, userData } = gatehouse
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const second = spawn(executable(false), [...flags, builtApp()], {
    env: { ...process.env, GATEHOUSE_USER_DATA: userData },
    stdio: 'ignore',
  })
  const [code] = (await once(second, 'exit')) as [number | null]
  expect(code).toBe(0)
  const windows = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible() && !window.isMinimized()),
    )
  await expect.poll(windows).toEqual([true])
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} closes what runs and ends the app`, async ({ gatehouse }) => {
    expect(await exitOf(gatehouse, () => gatehouse.process.kill(signal))).toBe(0)
  })
}

test('a test fails for what the app did not dispose when it quit', async ({ gatehouse }) => {
  const names = await gatehouse.app.evaluate(() => {
    const tracked = globalThis as unknown as Record<symbol, Set<{ name: string }>>
    const undisposed = tracked[Symbol.for('gatehouse.undisposed')]
    const found = [...(undisposed ?? [])].map(({ name }) => name)
    undisposed?.add({ name: 'forgotten' })
    return found
  })
  expect(names.toSorted()).toEqual(['host', 'stores', 'vault'])
  await expect(gatehouse.quit()).rejects.toThrow('The app left behind:\nundisposed forgotten')
})

test('closing the window ends the app, except on macOS', nightly(), async ({ gatehouse }) => {
  const close = () =>
    gatehouse.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  if (process.platform !== 'darwin')
    return expect(await exitOf(gatehouse, () => close().catch(() => undefined))).toBe(0)
  await close()
  const windows = () =>
    gatehouse.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await expect.poll(windows).toBe(0)
})

test('what the window saves as it closes is kept', async ({ gatehouse }) => {
  const save = () =>
    gatehouse.page.evaluate(async () => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: object): Promise<{ data: { id: string } }> }
      }
      const { data } = await bridge.request('chat.create', {})
      addEventListener('pagehide', () => {
        void bridge.request('chat.save-draft', { id: data.id, draft: 'written at the last moment' })
      })
      return data.id
    })
  const id = await save()
  await gatehouse.restart()
  const chat = await gatehouse.page.evaluate(
    (chatId) =>
      (
        window as unknown as { bridge: { request(name: string, input: object): Promise<unknown> } }
      ).bridge.request('chat.get', { id: chatId }),
    id,
  )
  expect(JSON.stringify(chat)).toContain('written at the last moment')
})

test('a window that hangs does not keep the app from leaving', nightly(), async ({ gatehouse }) => {
  await gatehouse.page.evaluate(() => {
    addEventListener('beforeunload', () => undefined)
    setTimeout(() => {
      for (;;);
    })
  })
  const begun = Date.now()
  expect(await gatehouse.quit()).toBe(0)
  expect(Date.now() - begun).toBeLessThan(8000)
})

test(
  'finalizers that are due at the very end do not keep the app from leaving',
  nightly('app.leaves.finalizers'),
  async ({ gatehouse }) => {
    await gatehouse.restart({ args: ['--js-flags=--expose-gc'] })
    await gatehouse.app.evaluate(({ app }) => {
      const registry = new FinalizationRegistry(() => undefined)
      app.on('quit', () => {
        for (let index = 0; index < 1000; index += 1) registry.register({}, index)
        ;(globalThis as unknown as { gc(): void }).gc()
      })
    })
    const begun = Date.now()
    await gatehouse.quit()
    expect(Date.now() - begun).toBeLessThan(10_000)
    proves('app.leaves.finalizers')
    await gatehouse.restart()
    await expect(gatehouse.page.locator('[data-composer]')).toBeVisible()
  },
)

test('a window whose process died is opened again', async ({ gatehouse }) => {
  const { app, page } = gatehouse
  await page.evaluate(() => Object.assign(window, { before: true }))
  const crashed = page.waitForEvent('crash')
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await crashed
  const alive = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (!contents || contents.isCrashed() || contents.isLoading()) return 'not yet'
      return (await contents.executeJavaScript(
        `'before' in window ? 'old' : window.bridge.request('app.info', {}).then(({ ok }) => ok)`,
      )) as unknown
    })
  await expect.poll(alive).toBe(true)
})

test('a fault in main is in the log, and the app goes on', nightly(), async ({ gatehouse }) => {
  const { app, page, userData } = gatehouse
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown for the test')
    })
    void Promise.reject(new Error('rejected for the test'))
  })
  const log = join(userData, 'logs', 'main.log')
  await expect
    .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''))
    .toMatch(/thrown for the test/)
  expect(readFileSync(log, 'utf8')).toContain('rejected for the test')
  const result = await page.evaluate(() =>
    (
      window as unknown as { bridge: { request(name: string, input: object): Promise<unknown> } }
    ).bridge.request('app.info', {}),
  )
  expect(result).toMatchObject({
    ok: true,
    data: { dataFolder: userData, sandboxDisabled: isSandboxRefused() },
  })
})

test('place and size of the window are kept', nightly(), async ({ gatehouse }) => {
  const bounds = () =>
    gatehouse.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    )
  const isVisible = () =>
    gatehouse.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  await gatehouse.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 }),
  )
  await expect.poll(bounds).toEqual({ x: 40, y: 30, width: 1000, height: 700 })
  await gatehouse.restart()
  expect(await bounds()).toEqual({ x: 40, y: 30, width: 1000, height: 700 })
})

test(
  'the window and the menu have the theme and language of the settings from the start',
  nightly(),
  async ({ launch }) => {
    const gatehouse = await launch()
    const request = (name: string, input: object) =>
      gatehouse.page.evaluate(
        ([route, value]) =>
          (
            window as unknown as {
              bridge: { request(name: unknown, input: unknown): Promise<unknown> }
            }
          ).bridge.request(route, value),
        [name, input] as const,
      )
    const look = () =>
      gatehouse.app.evaluate(({ BrowserWindow, nativeTheme, Menu }) => ({
        background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
        theme: nativeTheme.themeSource,
        menu: Menu.getApplicationMenu()
          ?.items.map(({ label }) => label)
          .at(1),
      }))
    await request('app.change-settings', { theme: 'dark', language: 'zh-CN' })
    const dark = { background: '#161614', theme: 'dark', menu: '编辑' }
    await expect.poll(look).toEqual(dark)
    await gatehouse.restart()
    // The menu may come after the window, and then in this language.
    const first = await look()
    expect({ ...first, menu: first.menu ?? dark.menu }).toEqual(dark)
    await expect.poll(look).toEqual(dark)
    await request('app.change-settings', { theme: 'light', language: 'en' })
    await expect.poll(look).toEqual({ background: '#fbfbfa', theme: 'light', menu: 'Edit' })
  },
)

test(
  'a picture of the window is taken where there is no display',
  nightly(),
  async ({ launch }, testInfo) => {
    const file = testInfo.outputPath('window.png')
    await launch({ env: { GATEHOUSE_SCREENSHOT: file } })
    await expect.poll(() => existsSync(file)).toBe(true)
    const picture = readFileSync(file)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(900)
  },
)
