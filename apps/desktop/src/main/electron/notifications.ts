import { app, BrowserWindow, Notification } from 'electron'
import type { Notifier } from '../notices/ask-notifications.ts'

/** The system's notifications and the count beside the app's icon. `toFront`: opens the window, or brings it to the front. */
export function createNotifier(toFront: () => void): Notifier {
  return {
    isInFront: () => BrowserWindow.getFocusedWindow() !== null,
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
    toFront,
    onFront: (listener) => void app.on('browser-window-focus', listener),
  }
}
