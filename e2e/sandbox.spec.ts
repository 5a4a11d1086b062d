import { readFileSync, readlinkSync } from 'node:fs'
import { expect, isSandboxRefused, test, type LaunchOptions } from './launch.ts'
import { assertUserNamespaces, copyForOrdinaryUser } from './ordinary-user.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

test('an ordinary user gets a window in Chromium’s sandbox', async ({ launch }) => {
  assertUserNamespaces()
  const asUser = isSandboxRefused() ? copyForOrdinaryUser() : undefined
  const options: LaunchOptions = asUser ? { packaged: true, executable: asUser.executable } : {}
  try {
    const gatehouse = await launch(options)
    const seen = await gatehouse.app.evaluate(({ app, BrowserWindow }) => ({
      flags: ['no-sandbox', 'disable-setuid-sandbox', 'disable-seccomp-filter-sandbox'].filter(
        (name) => app.commandLine.hasSwitch(name),
      ),
      main: process.pid,
      user: process.getuid?.(),
      renderer: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    }))
    expect(seen.flags).toEqual([])
    proves('boundary.sandbox.flags')
    expect(seen.user).not.toBe(0)
    expect(await gatehouse.page.evaluate(() => 'bridge' in window)).toBe(true)
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${seen.renderer}/status`, 'utf8')
      expect(/^Seccomp:\s+(\d)/m.exec(status)?.[1]).toBe('2')
      expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+$/)
      for (const kind of ['user', 'net', 'pid']) {
        const inside = readlinkSync(`/proc/${seen.renderer}/ns/${kind}`)
        expect(inside, kind).not.toBe(readlinkSync(`/proc/${seen.main}/ns/${kind}`))
      }
      proves('boundary.sandbox.confined')
    }
    expect(await gatehouse.quit()).toBe(0)
  } finally {
    asUser?.dispose()
  }
})
