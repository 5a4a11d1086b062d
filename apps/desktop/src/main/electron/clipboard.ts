import { clipboard } from 'electron'

/** Copies text that the person asked for, and that the page must not know, to the clipboard. */
export function copyToClipboard(text: string): void {
  void clipboard.writeText(text)
}
