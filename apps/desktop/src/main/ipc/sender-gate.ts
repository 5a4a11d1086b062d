import type { IpcMainInvokeEvent, WebContents } from 'electron'

export const APP_SCHEME = 'app'
export const APP_HOST = 'gatehouse'
/** Where the interface is served; every other origin is foreign. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** What the gate looks at of an `ipcMain` event. */
export type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/** True only for the main frame of our own window, showing our own origin. */
export type SenderGate = (event: Sender) => boolean

export function createSenderGate(isOurWindow: (contents: WebContents) => boolean): SenderGate {
  return ({ sender, senderFrame }) =>
    isOurWindow(sender) &&
    // Gone when the frame navigated away or was closed in the meantime.
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    isAppUrl(senderFrame.url)
}

/** Compares the parts: for a scheme of our own, `URL.origin` is `null` in Node. */
export function isAppUrl(url: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(url)
    return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === ''
  } catch {
    return false
  }
}
