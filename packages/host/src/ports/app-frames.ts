/** Reports of the frames of one view. */
export interface AppFrameListener {
  /** One message of the view, as JSON text of any size and content. */
  onMessage(text: string): void
  /** The view cannot continue: its process ended or never rests, it went elsewhere, or it floods the channel. */
  onLost(reason: 'crashed' | 'navigated' | 'over-limits' | 'spinning'): void
  /** F6 or Escape was pressed in the window, perhaps in the view. */
  onLeft(): void
}

/** The channel to a view. */
export interface AppChannel {
  /** Sends a message as JSON text. */
  post(text: string): void
}

/** The sealed frames in which interfaces of servers are drawn: no network, no permission, a process of their own. */
export interface AppFrames {
  /** Serves the HTML under new random hosts; returns the address of the proxy frame. */
  serve(id: string, html: string): string
  /** Opens the channel of a served view in the window whose call is handled, once. Throws if there is none. */
  connect(id: string, listener: AppFrameListener): AppChannel
  /** Ends the process of the view; its addresses and its channel are gone. */
  close(id: string): void
  /** True if the person pressed something in the view in the last five seconds; said by the proxy frame. */
  isPressed(id: string): Promise<boolean>
  /** Asks for a place and writes the file there; false if the person chose none. */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
}
