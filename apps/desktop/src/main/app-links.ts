import { APP_LINK_SCHEME } from '@gatehouse/domain'
import type { AppLinks } from '@gatehouse/oauth'

export interface AppLinkInbox {
  /** For the sign-ins that wait. */
  links: AppLinks
  /** A link came. True when a sign-in waited for it; otherwise nothing is done with it. */
  receive(url: string): boolean
}

/** Hands links that open the app to the sign-ins that wait for one. Keeps none. */
export function createAppLinkInbox(claim: () => boolean): AppLinkInbox {
  const takers = new Set<(url: string) => boolean>()
  return {
    links: {
      claim,
      listen(take) {
        takers.add(take)
        return () => void takers.delete(take)
      },
    },
    receive: (url) => [...takers].filter((take) => take(url)).length > 0,
  }
}

/** The link that a program was started with; undefined when there is none. */
export function findAppLink(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${APP_LINK_SCHEME}:`))
}
