import type { Ask } from '@gatehouse/domain'
import { samplingText } from '@gatehouse/domain/server-requests'

export const MAX_SUBJECT = 300

/** The subject of an ask, in one line of bounded length. */
export function askSubject(ask: Ask): string {
  return wholeSubject(ask).slice(0, MAX_SUBJECT)
}

function wholeSubject(ask: Ask): string {
  switch (ask.kind) {
    case 'tool-approval':
      return ask.tool.name
    case 'elicitation':
      return ask.request.mode === 'url' ? hostFirst(ask.request.url) : ask.request.message
    case 'elicitation-wait':
      return hostFirst(ask.url)
    case 'sign-in':
      return hostFirst(ask.page)
    case 'sampling-request':
      return samplingText(ask.request.messages.at(-1)?.content ?? [])
    case 'sampling-response':
      return samplingText(ask.response.content)
    case 'roots':
      return ask.folders.map((folder) => folder.path).join(', ')
  }
}

/** The address as the browser reads it: text before an `@` is not the host. */
function hostFirst(url: string): string {
  try {
    const { host, href } = new URL(url)
    return host === '' ? href : `${host} (${href})`
  } catch {
    return url
  }
}
