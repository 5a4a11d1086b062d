import { app, BrowserWindow, Notification } from 'electron'
import type { ScreenWindows } from './screen-windows.ts'
import type { Notifier } from '../notices/ask-notifications.ts'

/** The system's notifications and the count beside the app's icon. */
export function createNotifier(windows: ScreenWindows): Notifier {
  return {
    isInFront(chatIds) {
      const focused = BrowserWindow.getFocusedWindow()
      if (!focused) return false
      const own = windows.of(focused.webContents)
      // One of main's own, such as that of consent, lies over one of these.
      return own === undefined || windows.notifies(own.role, chatIds)
    },
    show({ title, body, silent }, onClick) {
      if (!Notification.isSupported()) return () => undefined
      const notification = new Notification({ title, body, silent })
      notification.on('click', onClick)
      notification.show()
      return () => notification.close()
    },
    badge(count) {
      // Windows has none without a picture of its own.
      if (process.platform !== 'win32') app.setBadgeCount(count)
    },
    toFront: () => windows.showMain(),
    onFront: (listener) => void app.on('browser-window-focus', listener),
  }
}
