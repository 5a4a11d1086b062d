import type { BrowserWindow } from 'electron'
import { renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../log.ts'

const PAINT_WAIT_MS = 1500

/** Writes the window as a PNG once it has painted and settled; the file appears whole or not at all. */
export function captureWhenPainted(window: BrowserWindow, file: string, log: Log): void {
  const target = resolve(file)
  const shoot = async (): Promise<void> => {
    if (window.isDestroyed()) return
    const picture = await window.webContents.capturePage()
    writeFileSync(`${target}.part`, picture.toPNG())
    renameSync(`${target}.part`, target)
  }
  window.once('ready-to-show', () => {
    setTimeout(() => {
      shoot().catch((error: unknown) => log.error('No screenshot could be taken.', error))
    }, PAINT_WAIT_MS)
  })
}
