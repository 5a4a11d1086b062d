/** The way to the system's browser. */
export interface ExternalLinks {
  /** Opens and fetches nothing. Throws `link/refused`: not https (or http on loopback), or odd. */
  assertOpenable(url: string): void
  /** Opens the page in the system's browser. Rejects with `link/refused` or `link/failed`. */
  open(url: string): Promise<void>
  /** Puts the link into the clipboard, for a browser of the person's choice. Rejects with `link/refused`. */
  copy(url: string): Promise<void>
}
