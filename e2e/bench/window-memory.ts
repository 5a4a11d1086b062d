import type { ElectronApplication } from 'playwright-core'
import { memoryOf } from '../fuzz/meters/processes.ts'

/** The process that draws the window. */
export async function windowProcess(app: ElectronApplication): Promise<number> {
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  return pid ?? 0
}

/** MB of the window's own process after a collection of garbage, as the system counts them. */
export async function windowMemory(app: ElectronApplication): Promise<number> {
  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const tools = window?.webContents.debugger
    if (!tools) return
    tools.attach()
    await tools.sendCommand('HeapProfiler.collectGarbage')
    tools.detach()
  })
  return memoryOf([await windowProcess(app)])
}
