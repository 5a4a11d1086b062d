import { clipboard } from 'electron'

/** What the person asked to have in the clipboard, and the page is not to know. */
export function copyText(text: string): void {
  void clipboard.writeText(text)
}
