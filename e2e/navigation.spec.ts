import { nightly } from './nightly.ts'
import { startForeignServer } from './foreign-server.ts'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

test('the window stays on its page and opens no other', async ({ gatehouse }) => {
  const { page, app } = gatehouse
  const foreign = await startForeignServer()
  try {
    await app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = (url) => Promise.resolve(void opened.push(url))
    })
    await page.evaluate((url) => Object.assign(window, { marker: url }), foreign.url)
    const results = await page.evaluate(async (url) => {
      const wait = () => new Promise((resolve) => setTimeout(resolve, 150))
      const opened = [window.open(url), window.open('about:blank'), window.open('app://gatehouse/')]
      const link = (target: string, href: string) => {
        const anchor = Object.assign(document.createElement('a'), {
          target,
          href,
          textContent: 'go',
        })
        document.body.append(anchor)
        anchor.click()
      }
      const targets = [
        url,
        `${url}/a`,
        'file:///etc/passwd',
        'javascript:void(window.ran = true)',
        'data:text/html,x',
        'app://gatehouse/other',
        'app://evil/',
      ]
      for (const href of targets) {
        link('_blank', href)
        link('_self', href)
        await wait()
      }
      location.href = url
      await wait()
      const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
      document.body.append(form)
      form.submit()
      await wait()
      return { opened: opened.map((it) => it === null), ran: 'ran' in window }
    }, foreign.url)
    expect(results).toEqual({ opened: [true, true, true], ran: false })
    expect(page.url()).toBe('app://gatehouse/')
    expect(await page.evaluate(() => 'marker' in window)).toBe(true)
    expect(app.windows().length).toBe(1)
    expect(foreign.requests).toEqual([])
    proves('boundary.navigation.stays')
    const outside = await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
    expect(outside).toEqual([])
    proves('boundary.navigation.windows')
  } finally {
    foreign.close()
  }
})

/**
 * @threat confinement.clipboard
 * @attacker page
 * @tries Pastes into a field of its own what the person copied: a password, a link of a sign-in.
 * @stoppedBy Reading the clipboard by its interface is refused.
 * @remains On the Electron that stands in for development `document.execCommand("paste")` pastes without a press. By
 * its documentation the pinned one has that off; it could not be run.
 */
test('the window may use no device and not read the clipboard', async ({ gatehouse }) => {
  const { page } = gatehouse
  const results = await page.evaluate(async () => {
    const outcome = async (action: () => Promise<unknown>) => {
      try {
        return String(await action())
      } catch {
        return 'refused'
      }
    }
    const location = () =>
      new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))
    return {
      camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
      microphone: await outcome(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await outcome(() => navigator.mediaDevices.getDisplayMedia()),
      location: await outcome(location),
      notification: await outcome(() => Notification.requestPermission()),
      clipboard: await outcome(() => navigator.clipboard.readText()),
    }
  })
  expect(results).toEqual({
    camera: 'refused',
    microphone: 'refused',
    screen: 'refused',
    location: 'refused',
    notification: 'denied',
    clipboard: 'refused',
  })
  proves('boundary.navigation.permissions')
})

test('a copy button copies', nightly('boundary.navigation.copying'), async ({ gatehouse }) => {
  const { page, app } = gatehouse
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), {
      textContent: 'copy for the test',
      style: 'position: fixed; inset: 0; z-index: 99999',
      onclick: () => void navigator.clipboard.writeText('copied'),
    })
    document.body.append(button)
  })
  await page.getByText('copy for the test').click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied')
  proves('boundary.navigation.copying')
})

test('the window downloads no file', async ({ gatehouse }) => {
  const { page, app } = gatehouse
  await app.evaluate(({ session }) => {
    const downloads: string[] = []
    Object.assign(globalThis, { downloads })
    session.defaultSession.on('will-download', (event, item) => {
      downloads.push(`${event.defaultPrevented} ${item.getURL().slice(0, 5)}`)
    })
  })
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['x']))
    Object.assign(document.createElement('a'), { href, download: 'x.txt' }).click()
  })
  const downloads = () =>
    app.evaluate(() => (globalThis as unknown as { downloads: string[] }).downloads)
  await expect.poll(downloads).toEqual(['true blob:'])
  proves('boundary.navigation.downloads')
})
