/** A window that does nothing but take keys: what typing into the application is compared with. */
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { executable, isSandboxRefused } from '../launch.ts'
import { typeOn, watchWindow } from './window-meter.ts'

/** Milliseconds from key to frame in a window that does nothing else. */
export async function typeInBareWindow(): Promise<number[]> {
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
