import { app, BrowserWindow, net, powerMonitor } from 'electron'
import { networkInterfaces } from 'node:os'
import type { SystemEvents } from '@gatehouse/host/ports'
import { networkFingerprint } from '../network-fingerprint.ts'

/** Milliseconds between two looks at the network: the system reports no change to main by itself. */
const LOOK_EVERY_MS = 5000

/** Sleep, unlock, network and focus, as Electron and the system report them. Call once the app is ready. */
export function createSystemEvents(): SystemEvents {
  return {
    listen(listener) {
      const woke = (): void => listener('woke')
      const shown = (): void => listener('shown')
      let last = networkFingerprint(net.isOnline(), networkInterfaces())
      const timer = setInterval(() => {
        const present = networkFingerprint(net.isOnline(), networkInterfaces())
        if (present === last) return
        last = present
        listener('network-changed')
      }, LOOK_EVERY_MS)
      powerMonitor.on('resume', woke)
      powerMonitor.on('unlock-screen', woke)
      app.on('browser-window-focus', shown)
      return () => {
        clearInterval(timer)
        powerMonitor.off('resume', woke)
        powerMonitor.off('unlock-screen', woke)
        app.off('browser-window-focus', shown)
      }
    },
    isVisible: () =>
      BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized()),
  }
}
