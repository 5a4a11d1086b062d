import type { Client } from '@modelcontextprotocol/client'
import type { Link } from './http-session-manager.ts'

/** Who uses a link that another one took the place of: it is closed when nobody does any more. */
export function createLinkUsers(current: () => Link) {
  const counts = new Map<Link, number>()

  function retire(candidate: Link): void {
    if (candidate === current() || counts.has(candidate)) return
    void candidate.client.close().catch(() => undefined)
  }

  return {
    retire,
    /** Runs on a link that stays open until this is over. */
    async use<T>(link: Link, run: (client: Client) => Promise<T>): Promise<T> {
      counts.set(link, (counts.get(link) ?? 0) + 1)
      try {
        return await run(link.client)
      } finally {
        const left = (counts.get(link) ?? 1) - 1
        if (left > 0) counts.set(link, left)
        else counts.delete(link)
        retire(link)
      }
    },
  }
}
