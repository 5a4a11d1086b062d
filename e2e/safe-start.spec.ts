import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fixtureServerCommand, isAlive, readPidFile, waitUntilGone } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { chat } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { safeStart } from './support/safe-start.ts'
import { scratch } from './support/scratch.ts'
import { addServer, waitForServer } from './support/servers.ts'

test.use({ ownApp: true })

/** A chat with an answer in it and a server that starts with the app. */
async function workWith(gatehouse: Gatehouse, pidFile: string): Promise<{ serverId: string }> {
  const { page } = gatehouse
  const view = await addServer(page, fixtureServerCommand({ features: ['echo'], pidFile }), {
    name: 'notes',
    start: 'launch',
  })
  await connectScripted(page, 'chat', [{ text: 'An answer to keep.' }])
  await chat(page).send('Keep this')
  await expect(chat(page).answers).toContainText('An answer to keep.')
  return { serverId: view.config.id }
}

const crashWindow = async ({ app, page }: Gatehouse): Promise<void> => {
  const crashed = page.waitForEvent('crash')
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await crashed
}

/**
 * @threat window.brick
 * @attacker server
 * @tries To crash the app or its window in a way that repeats at each start.
 * @stoppedBy After a crash no chat is opened and no server started until the person chooses to.
 */
test(
  'after a crash no chat is opened and no server started until the person says so',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const pidFile = join(scratch(testInfo), 'pid')
    const { serverId } = await workWith(gatehouse, pidFile)
    const pid = await readPidFile(pidFile)
    await gatehouse.kill9()
    await waitUntilGone([pid], 5000)
    await gatehouse.restart()

    const { page } = gatehouse
    const { note, openChat, startServers } = safeStart(page)
    await expect(note).toContainText('Gatehouse did not quit properly last time')
    await expect(note).toContainText('Keep this')
    await expect(note).toContainText('notes')
    await expect(chat(page).transcript).toHaveCount(0)
    await page.waitForTimeout(1500)
    const [server] = await request(page, 'server.list', {})
    expect(server?.connection.status).toBe('stopped')
    expect(isAlive(pid)).toBe(false)

    await openChat.click()
    await expect(chat(page).answers).toContainText('An answer to keep.')
    await startServers.click()
    await waitForServer(page, serverId, 'ready')
    await expect(note).toHaveCount(0)

    await gatehouse.restart()
    await expect(chat(gatehouse.page).answers).toContainText('An answer to keep.')
    await expect(safeStart(gatehouse.page).note).toHaveCount(0)
    await waitForServer(gatehouse.page, serverId, 'ready')
  },
)

/** @threat window.brick */
test(
  'the chat that was open before a crash stays closed when it is only passed over',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    await workWith(gatehouse, join(scratch(testInfo), 'pid'))
    await gatehouse.kill9()
    await gatehouse.restart()
    const { page } = gatehouse
    const row = page.getByRole('navigation', { name: 'Chats' }).locator('[data-list-row]')
    await row.filter({ hasText: 'Keep this' }).click()
    await expect(safeStart(page).openChat).toBeVisible()
    await expect(chat(page).transcript).toHaveCount(0)
    // Another chat is open at once, and the note stays.
    await page.keyboard.press('Control+N')
    await expect(page.getByTestId('model-picker')).toBeVisible()
    await expect(safeStart(page).openChat).toBeVisible()
    await safeStart(page).openChat.click()
    await expect(chat(page).answers).toContainText('An answer to keep.')
  },
)

/** The driver loses a page whose process died, so these look and press through main. */
const inPage = ({ app }: Gatehouse, script: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents || contents.isCrashed() || contents.isLoading()) return ''
    // A process that ends meanwhile never responds.
    const late = new Promise((resolve) => setTimeout(resolve, 1000, ''))
    return String(await Promise.race([contents.executeJavaScript(code), late]))
  }, script)

const words = (gatehouse: Gatehouse) => () => inPage(gatehouse, 'document.body.innerText')
const press = (gatehouse: Gatehouse, name: string): Promise<string> =>
  inPage(
    gatehouse,
    `[...document.querySelectorAll('button, a')].find((one) => one.innerText === '${name}').click()`,
  )

/**
 * @threat window.dead-renderer
 * @attacker server
 * @tries To kill the process of the window again and again.
 * @stoppedBy It comes back without what was open, and when it dies again as a page of words.
 */
test(
  'a window that died comes back without the chat that was open; servers go on',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const pidFile = join(scratch(testInfo), 'pid')
    await workWith(gatehouse, pidFile)
    const pid = await readPidFile(pidFile)
    await crashWindow(gatehouse)
    const shown = words(gatehouse)
    await expect.poll(shown).toContain('The window crashed and was reopened')
    const text = await shown()
    expect(text).toContain('Last open chat: Keep this')
    expect(text).not.toContain('An answer to keep.')
    expect(text).not.toContain('Start server')
    expect(isAlive(pid)).toBe(true)
    await press(gatehouse, 'Open chat')
    await expect.poll(shown).toContain('An answer to keep.')
    expect(await shown()).not.toContain('The window crashed')
  },
)

/** @threat window.dead-renderer */
test(
  'a window that dies again shows a page of words, which leads back',
  nightly(),
  async ({ gatehouse }) => {
    await expect(chat(gatehouse.page).composer).toBeVisible()
    const shown = words(gatehouse)
    const hasComposer = () =>
      inPage(gatehouse, `document.querySelector('[data-composer]') !== null`)
    await crashWindow(gatehouse)
    await expect.poll(hasComposer).toBe('true')
    await gatehouse.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(shown).toContain('The window failed again')
    expect(await inPage(gatehouse, 'document.scripts.length')).toBe('0')
    await press(gatehouse, 'Open the window again')
    await expect.poll(hasComposer).toBe('true')
  },
)

/** @threat window.brick */
test(
  'a quit of a window that hangs counts as a crash; any other quit leaves no trace',
  nightly(),
  async ({ gatehouse }) => {
    const marker = join(gatehouse.userData, 'running.json')
    expect(existsSync(marker)).toBe(true)
    await gatehouse.quit()
    expect(existsSync(marker)).toBe(false)
    await gatehouse.restart()
    await gatehouse.page.evaluate(() => {
      addEventListener('beforeunload', () => undefined)
      setTimeout(() => {
        for (;;);
      })
    })
    const responds = () =>
      Promise.race([gatehouse.page.evaluate(() => true), delay(300).then(() => false)])
    await expect.poll(responds).toBe(false)
    await gatehouse.quit()
    expect(existsSync(marker)).toBe(true)
  },
)
