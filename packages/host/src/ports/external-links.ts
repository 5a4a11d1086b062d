/** Opens links in the system's browser. */
export interface ExternalLinks {
  /**
   * Checks an address; opens and fetches nothing. Throws `link/refused` unless it is https (or http on loopback)
   * and plain.
   */
  assertOpenable(url: string): void
  /** Returns the http or https address as the browser gets it. Throws `link/refused` for any other. */
  readPage(url: string): string
  /** Opens an address that the person followed. Rejects with `link/refused` or `link/failed`. */
  openPage(url: string): Promise<void>
  /** Opens the page in the system's browser. Rejects with `link/refused` or `link/failed`. */
  open(url: string): Promise<void>
  /** Copies the link to the clipboard, for a browser of the person's choice. Rejects with `link/refused`. */
  copy(url: string): Promise<void>
}
