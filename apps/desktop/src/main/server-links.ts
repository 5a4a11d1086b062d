import type { ExternalLinks } from '@gatehouse/host/ports'
import { readExternalLink, readServerLink } from './link-rules.ts'

/** Pages that servers and links may have opened in the system's browser, and the way there. */
export function createServerLinks(
  openLink: (url: string) => Promise<void>,
  copyToClipboard: (text: string) => void,
): ExternalLinks {
  return {
    readPage: readExternalLink,
    openPage: openLink,
    assertOpenable: (url) => void readServerLink(url),
    // Not `openLink(readServerLink(url))` at once: a refusal is a rejection here.
    open: async (url) => openLink(readServerLink(url)),
    copy: async (url) => copyToClipboard(readServerLink(url)),
  }
}
