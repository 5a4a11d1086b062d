import { copyFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { addBoard, outputOf, runBoard, viewOf, viewWindow } from './support/apps.ts'
import { chat } from './support/chat.ts'
import { allow, cancel, consentText, consentWindow, openConsentWindow } from './support/consent.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'

let servers: Server[] = []
test.afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

/** A host on this computer, with all that comes to it. */
async function listen() {
  const requests: string[] = []
  let connections = 0
  let elsewhere = ''
  const respond = ({ url = '', method = '' }: IncomingMessage) => {
    requests.push(`${method} ${url}`)
    return url === '/moved' ? { location: elsewhere } : undefined
  }
  const server = createServer((asked, response) => {
    const headers = respond(asked)
    response.writeHead(headers ? 302 : 200, { ...headers, 'set-cookie': 'a=b' })
    response.end('from the host')
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    moveTo: (address: string) => void (elsewhere = address),
  }
}

/** A server whose interface wants a host of this computer and the camera, and may have them. */
async function prepare(gatehouse: Gatehouse, testInfo: TestInfo, view = 'app-view.html') {
  const { page } = gatehouse
  const folder = scratch(testInfo)
  const agreed = await listen()
  const other = await listen()
  agreed.moveTo(`${other.origin}/?stolen`)
  const declare = (connectDomains: string[], permissions: object = { camera: {} }): void => {
    const csp = { connectDomains, resourceDomains: [agreed.origin] }
    writeFileSync(join(folder, 'ui.json'), JSON.stringify({ csp, permissions }))
  }
  declare([agreed.origin])
  copyFileSync(join(import.meta.dirname, 'support', view), join(folder, 'view.html'))
  const { server } = await addBoard(gatehouse, folder)
  const { id } = server.config
  await request(page, 'app-view.set-giving', { id, giving: 'local' })
  return {
    id,
    agreed,
    other,
    declare,
    async run() {
      await runBoard(page, id)
      await chat(page).approval('Show board').allowOnce()
    },
  }
}

const openWith = (page: Page) =>
  viewOf(page).last().getByRole('button', { name: 'Open with these…' })

/** @threat apps.window.hosts */
test(
  'an interface runs with agreed hosts in a window of its own, and reaches nothing else',
  nightly(
    'apps.window.consent',
    'apps.window.named',
    'apps.window.network',
    'apps.window.recorded',
    'apps.window.remembered',
  ),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const { id, agreed, other, run } = await prepare(gatehouse, testInfo)
    await run()
    const view = viewOf(page)
    await expect(view).toContainText(`${agreed.origin} and camera`)
    await openWith(page).click()
    const consent = await consentWindow(page)
    const text = consentText(consent)
    for (const part of ['board', 'Show board', 'On this computer', 'Camera', 'ui://board/view'])
      await expect(text).toContainText(
        part === 'On this computer' ? 'It is on this computer' : part,
      )
    await expect(text).toContainText(new URL(agreed.origin).host)
    await expect(text).toContainText(/[0-9a-f]{64}/)
    await takePicture(consent, 'app-window-consent')
    await allow(page)
    proves('apps.window.consent')

    const { window, frame } = await viewWindow(page)
    await expect(window.locator('header')).toContainText('board')
    await expect(window.locator('header')).toContainText('Show board')
    await expect(window.locator('header')).toContainText(agreed.origin)
    await expect(view).toContainText('Runs in a window of its own')
    await takePicture(window, 'app-window')
    await takePicture(page, 'app-window-place')
    proves('apps.window.named')

    const fetched = (url: string) =>
      frame.evaluate(async (to) => {
        try {
          return await (await fetch(to)).text()
        } catch (error) {
          return (error as Error).name
        }
      }, url)
    expect(await fetched(`${agreed.origin}/data?key=1`)).toBe('from the host')
    expect(await fetched(`${agreed.origin}/moved`)).toBe('TypeError')
    expect(await fetched(`${other.origin}/`)).toBe('TypeError')
    expect(agreed.requests).toEqual(['GET /data?key=1', 'GET /moved'])
    expect(other.connections()).toBe(0)
    await expect(view.getByTestId('blocked')).toContainText(new URL(other.origin).host)
    proves('apps.window.network')
    const frames = await request(page, 'server.frames', { id, after: 0, limit: 500 })
    const own = frames.filter(({ kind }) => kind === 'app-request')
    const facts = own.map(({ http, message }) => [
      http?.url.slice(http.url.indexOf('/')),
      http?.status ?? (message as { refused: string }).refused,
    ])
    expect(facts).toEqual(
      expect.arrayContaining([
        ['/data', 200],
        ['/moved', 302],
        ['/', 'not-agreed'],
      ]),
    )
    expect(JSON.stringify(own)).not.toContain('key=1')
    proves('apps.window.recorded')

    await view.getByRole('button', { name: 'Stop interface' }).click()
    await expect(view).toContainText('You stopped the interface')
    await expect.poll(() => window.isClosed()).toBe(true)
    // The same again is not asked about.
    await view.getByRole('button', { name: 'Run' }).click()
    await openWith(page).click()
    await viewWindow(page)
    expect(openConsentWindow(page)).toBeUndefined()
    proves('apps.window.remembered')
    await view.getByRole('button', { name: 'Stop interface' }).click()
    await expect(view).toHaveAttribute('data-state', 'still')
  },
)

/** Opens the window of a hostile interface. */
async function openHostile(gatehouse: Gatehouse, testInfo: TestInfo) {
  const { page } = gatehouse
  const all = await prepare(gatehouse, testInfo, 'attack-view.html')
  await all.run()
  const open = async () => {
    const card = viewOf(page)
    await expect(async () => {
      // A press may have worked though the driver was late to see it.
      if ((await card.getAttribute('data-state')) === 'in-window' || openConsentWindow(page)) return
      const run = card.getByRole('button', { name: 'Run' })
      if (await run.isVisible()) await run.click({ timeout: 2000 })
      await openWith(page).click({ timeout: 3000 })
    }).toPass()
    if ((await card.getAttribute('data-state')) !== 'in-window' && !opened) await allow(page)
    opened = true
    return viewWindow(page)
  }
  let opened = false
  return { ...all, open }
}

/**
 * @threat apps.window.hosts
 * @threat apps.window.traces
 */
test(
  'the attacks of a hostile interface in a window of its own reach nothing',
  nightly('apps.window.attacks', 'apps.window.ended'),
  async ({ gatehouse }, testInfo) => {
    const { page, app } = gatehouse
    const { agreed, other, open } = await openHostile(gatehouse, testInfo)
    const effects: string[] = []
    await app.evaluate(({ session, shell }) => {
      const done: string[] = []
      Object.assign(globalThis, { effects: done })
      const record = (name: string) => (target: string) => {
        done.push(`${name} ${target}`)
        return Promise.resolve()
      }
      Object.assign(shell, { openExternal: record('external'), openPath: record('path') })
      session.fromPartition('app-view-1').on('will-download', (event, item) => {
        if (!event.defaultPrevented) done.push(`download ${item.getURL()}`)
      })
    })
    let { window, frame } = await open()
    const begin = (name: string, given?: string) =>
      frame.evaluate(
        (detail) => dispatchEvent(new CustomEvent('attack', { detail })),
        [name, given],
      )
    const attack = async (name: string, given?: string): Promise<unknown> => {
      await begin(name, given)
      const read = async () => JSON.parse((await outputOf(frame)) || '[]') as unknown[]
      await expect.poll(async () => (await read())[0]).toBe(name)
      return (await read())[1]
    }
    const target = `${other.origin}/`
    // fetch, image, style, font, media, frame, prefetch, preconnect, socket, event source, beacon, worker, WebRTC.
    expect(await attack('network', target)).toEqual(['TypeError', 'TypeError', 'TypeError'])
    // The agreed host leads elsewhere.
    expect(await attack('network', `${agreed.origin}/moved`)).toContain('TypeError')
    expect(await attack('windows', target)).toEqual(['null', 'false', 'null', 'undefined'])
    const powers = (await attack('powers')) as string[]
    expect(powers.filter((name) => name !== 'camera')).toEqual([])
    // A frame of another host, and one of the agreed host, which was not agreed to as a frame.
    await frame.evaluate(
      (sources) => {
        for (const src of sources) {
          const inner = document.createElement('iframe')
          inner.src = src
          document.body.append(inner)
        }
      },
      [target, `${agreed.origin}/inner`],
    )
    // Cookies of the host are not kept.
    expect(await frame.evaluate(() => document.cookie)).toBe('')
    await attack('store', 'kept')
    expect(other.connections()).toBe(0)
    expect(agreed.requests.every((one) => one.endsWith('/moved'))).toBe(true)

    for (const [name, to] of [
      ['go', target],
      ['go', `${agreed.origin}/`],
      ['go', 'smb://host/share'],
      ['form', target],
    ] as const) {
      await begin(name, to)
      await expect(viewOf(page)).toContainText('tried to go to another address')
      await expect.poll(() => window.isClosed()).toBe(true)
      ;({ window, frame } = await open())
    }
    // Nothing of the window before is left, in the same session or elsewhere.
    const stored = await frame.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const names: string[] = []
      for await (const name of folder.keys()) names.push(name)
      return [localStorage.length, await indexedDB.databases(), names, await caches.keys()]
    })
    expect(stored).toEqual([0, [], [], []])
    await begin('save')
    effects.push(
      ...(await app.evaluate(() => (globalThis as unknown as { effects: string[] }).effects)),
    )
    expect(effects).toEqual([])
    expect(other.connections()).toBe(0)
    expect(agreed.requests.every((one) => one.endsWith('/moved'))).toBe(true)
    proves('apps.window.attacks')
    // It ends with its place in the chat.
    await page.keyboard.press('Control+n')
    await expect.poll(() => window.isClosed()).toBe(true)
    proves('apps.window.ended')
  },
)

/** @threat apps.window.consent */
test(
  'an interface that asks for something else is compared, taken back, and given nothing',
  nightly('apps.window.changed', 'apps.window.setting'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const { id, agreed, declare, run } = await prepare(gatehouse, testInfo)
    await run()
    await openWith(page).click()
    await allow(page)
    await viewWindow(page)
    await viewOf(page).getByRole('button', { name: 'Stop interface' }).click()
    declare([agreed.origin, 'https://more.example.org'], { microphone: {} })
    await run()
    await openWith(page).click()
    const consent = await consentWindow(page)
    await expect(consentText(consent)).toContainText('It asks for more: https://more.example.org')
    await expect(consentText(consent)).toContainText('It no longer asks for: Camera')
    await takePicture(consent, 'app-window-changed')
    await cancel(page)
    await expect(viewOf(page).last()).toHaveAttribute('data-state', 'open')
    proves('apps.window.changed')

    await request(page, 'app-view.set-for-server', { id, apps: 'window' })
    await run()
    const last = viewOf(page).last()
    await last.getByRole('button', { name: 'Open in a window of its own…' }).click()
    await allow(page)
    await viewWindow(page)
    await request(page, 'app-view.set-giving', { id, giving: 'never' })
    await expect(last).toContainText('You stopped the interface')
    await last.getByRole('button', { name: 'Run' }).click()
    const { window } = await viewWindow(page)
    await expect(window.locator('header')).toContainText('Sealed: no network, no permissions')
    await takePicture(window, 'app-window-sealed')
    proves('apps.window.setting')

    // The same in Chinese and dark.
    await last.getByRole('button', { name: 'Stop interface' }).click()
    await expect.poll(() => window.isClosed()).toBe(true)
    const settings = await request(page, 'app.settings', {})
    await request(page, 'app.change-settings', { ...settings, theme: 'dark', language: 'zh-CN' })
    await request(page, 'app-view.set-giving', { id, giving: 'local' })
    declare([agreed.origin, 'https://*.tiles.example.org:8443', 'wss://live.example.org'])
    await run()
    await viewOf(page).last().getByRole('button', { name: '在单独的窗口中打开…' }).click()
    const asked = await consentWindow(page)
    // The driver says which theme the system has.
    await asked.emulateMedia({ colorScheme: 'dark' })
    await expect(consentText(asked)).toContainText('以 .tiles.example.org 结尾的所有主机')
    await takePicture(asked, 'app-window-consent-dark')
    await allow(page)
    const { window: dark } = await viewWindow(page)
    await dark.emulateMedia({ colorScheme: 'dark' })
    await expect(dark.locator('header')).toContainText('可用：')
    await takePicture(dark, 'app-window-dark')
    await page.setViewportSize({ width: 640, height: 700 })
    await takePicture(page, 'app-window-place-dark')
  },
)
