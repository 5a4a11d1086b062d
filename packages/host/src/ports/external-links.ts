/** The way to the system's browser. */
export interface ExternalLinks {
  /** Opens and fetches nothing. Throws `link/refused`: not https (or http on loopback), or odd. */
  assertOpenable(url: string): void
  /** The address as the browser gets it, of http and https. Throws `link/refused` for any other. */
  readPage(url: string): string
  /** Opens an address that a person followed. Rejects with `link/refused` or `link/failed`. */
  openPage(url: string): Promise<void>
  /** Opens the page in the system's browser. Rejects with `link/refused` or `link/failed`. */
  open(url: string): Promise<void>
  /** Puts the link into the clipboard, for a browser of the person's choice. Rejects with `link/refused`. */
  copy(url: string): Promise<void>
}
