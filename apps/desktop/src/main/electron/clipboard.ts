import { clipboard } from 'electron'

/** What the person asked to have in the clipboard, and the page is not to know. */
export function copyToClipboard(text: string): void {
  void clipboard.writeText(text)
}
