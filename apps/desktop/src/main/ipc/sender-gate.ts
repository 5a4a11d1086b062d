import type { IpcMainInvokeEvent, WebContents } from 'electron'

export const APP_SCHEME = 'app'
export const APP_HOST = 'gatehouse'
/** The scheme of the frames of servers' interfaces: one random host for our proxy, another for the view. */
export const APP_VIEW_SCHEME = 'mcp-app'
/** The page in which consent is given; served to its own window only. */
export const CONSENT_HOST = 'consent'
/** The page that draws a diagram; served to windows of its own only, which no one sees. */
export const DIAGRAM_HOST = 'diagram'
/** The page that draws a picture; served to windows of its own only, which no one sees. */
export const PICTURE_HOST = 'picture'
/** Where the interface is served; every other origin is foreign. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** The part of an `ipcMain` event that the gate reads. */
export type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/** True only for the main frame of our own window, showing the origin that is meant for it. */
export type SenderGate = (event: Sender) => boolean

export function createSenderGate(
  isOurWindow: (contents: WebContents) => boolean,
  host: string = APP_HOST,
): SenderGate {
  return ({ sender, senderFrame }) =>
    isOurWindow(sender) &&
    // Gone when the frame navigated away or was closed in the meantime.
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    isPageUrl(senderFrame.url, host)
}

export const isAppUrl = (url: string): boolean => isPageUrl(url, APP_HOST)

/** Compares the parts: for a scheme of our own, `URL.origin` is `null` in Node. */
function isPageUrl(url: string, wanted: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(url)
    return protocol === `${APP_SCHEME}:` && host === wanted && username === '' && password === ''
  } catch {
    return false
  }
}
