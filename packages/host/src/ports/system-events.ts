/**
 * Events of the system: `woke` from sleep or a locked screen; `network-changed`: a network was connected,
 * disconnected or changed; `shown`: the person switched to the app.
 */
export type SystemEvent = 'woke' | 'network-changed' | 'shown'

export interface SystemEvents {
  /** Receives every event until the returned function is called. */
  listen(listener: (event: SystemEvent) => void): () => void
  /** True if a window is visible. */
  isVisible(): boolean
}
