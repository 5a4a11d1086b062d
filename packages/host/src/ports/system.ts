/** Milliseconds since the Unix epoch. A port so that tests own the time. */
export interface Clock {
  now(): number
}

/** Makes identifiers that never repeat, sortable by time of creation. */
export interface IdSource {
  next(): string
  /** Returns the creation time, in milliseconds since the Unix epoch; undefined for an id of another source. */
  timeOf(id: string): number | undefined
}

/** SHA-256 of UTF-8 text, in hex. */
export interface Digest {
  sha256(text: string): string
}

/** Runs `task` after `ms` milliseconds; the returned function cancels it. */
export interface Timers {
  after(ms: number, task: () => void): () => void
}

/** The proxies of the system's own setting, a PAC file included. */
export interface ProxyResolver {
  /** The proxies for an address in PAC form: `DIRECT`, or e.g. `PROXY proxy.example:3128; DIRECT`. Never rejects. */
  resolve(url: string): Promise<string>
}

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
