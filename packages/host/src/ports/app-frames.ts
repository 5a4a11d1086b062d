import type { AppAccess, AppBlockReason, ViewBox } from '@gatehouse/domain/apps'
import type { WebRequest, WebResponse } from './outbound-http.ts'

/** Reports of the frames of one view. */
export interface AppFrameListener {
  /** One message of the view, as JSON text of any size and content. */
  onMessage(text: string): void
  /**
   * The view cannot continue: its process ended or never rests, it went elsewhere, or it floods the channel. `closed`:
   * the page around it is gone.
   */
  onLost(reason: 'closed' | 'crashed' | 'navigated' | 'over-limits' | 'spinning'): void
  /** F6 or Escape was pressed in the window, perhaps in the view. */
  onLeft(): void
  /** The policy of the frame refused a request to this host. */
  onBlocked(host: string, reason: AppBlockReason): void
  /** The room of a view in a window of its own, at first and whenever it changes. CSS pixels. */
  onRoom(room: { width: number; height: number }): void
}

/** A window of one view, which gives it hosts and permissions. */
export interface AppWindow {
  html: string
  /** Names for the header above the view. */
  toolTitle: string
  serverName: string
  serverHue: number
  access: AppAccess
  /** Sends a request of the view, if it may be sent. */
  send(request: WebRequest, signal: AbortSignal): Promise<WebResponse>
  /** Records a request that is never carried. */
  refuse(request: Pick<WebRequest, 'url' | 'method'>, reason: AppBlockReason): void
  /** The person closed it, or the page that asked for it is gone. */
  onClosed(): void
}

/** The channel to a view. */
export interface AppChannel {
  /** Sends a message as JSON text. */
  post(text: string): void
}

/**
 * Draws interfaces of servers: in sealed frames without network or permissions, and in windows with what was agreed to.
 * Each has a process of its own.
 */
export interface AppFrames {
  /** Serves the HTML under new random hosts; returns the address of the proxy frame. */
  serve(id: string, html: string): string
  /**
   * Opens a window of its own for a view, in a session of its own. Rejects if the page whose call is handled is gone.
   */
  openWindow(id: string, window: AppWindow): Promise<void>
  /** Brings the window of a view to the front. */
  showWindow(id: string): void
  /**
   * Opens the channel of a view, once: in its own window, else in the window whose call is handled. Throws if there is
   * none.
   */
  connect(id: string, listener: AppFrameListener): AppChannel
  /** Ends the process of the view; its addresses and its channel are gone. */
  close(id: string): void
  /** True if the person pressed something in the view in the last five seconds; said by the proxy frame. */
  isPressed(id: string): Promise<boolean>
  /** A picture of a view in the chat, of this part of its window, as a data URL; null if none could be taken. */
  picture(id: string, box: ViewBox): Promise<string | null>
  /** Asks for a place and writes the file there; false if the person chose none. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
}
