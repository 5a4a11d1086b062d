import { APP_LINK_SCHEME, INSTALL_LINK_CHARACTERS } from '@gatehouse/domain'
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
  return args.find(
    (arg) => arg.toLowerCase().startsWith(`${APP_LINK_SCHEME}:`) || isInstallLink(arg),
  )
}

const isInstallLink = (text: string): boolean => /^gatehouse:\/\/mcp\/install\?/i.test(text)

/** Milliseconds between two install links that are shown: any page can open them. */
const BETWEEN_INSTALLS_MS = 3000

export interface LinkReceiver {
  inbox: Pick<AppLinkInbox, 'receive'>
  /** Brings the window to the front. */
  show(): void
  /** Shows "Add a server" with an install link in it. Nothing is added by that. */
  showInstall(link: string): void
  /** Milliseconds, for differences. */
  now(): number
}

/**
 * Returns what is done with a link that opens the app: an install link is shown, at most one in three seconds and of at
 * most 8 KB; any other goes to the sign-ins, and shows the window only when one of them waited for it.
 */
export function createLinkReceiver(receiver: LinkReceiver): (link: string) => void {
  let last = -Infinity
  return (link) => {
    if (!isInstallLink(link)) {
      if (receiver.inbox.receive(link)) receiver.show()
      return
    }
    const now = receiver.now()
    if (link.length > INSTALL_LINK_CHARACTERS || now - last < BETWEEN_INSTALLS_MS) return
    last = now
    receiver.showInstall(link)
  }
}

/** Events of the app by which the system hands over links. */
export interface LinkSource {
  readonly isPackaged: boolean
  on(name: 'second-instance', listener: (event: unknown, args: string[]) => void): unknown
  on(name: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown
}

/** Takes the links of later copies of the app, and those that macOS sends. A copy that is not installed has none. */
export function followLinks(
  source: LinkSource,
  { take, show }: { take: (link: string) => void; show: () => void },
): void {
  source.on('second-instance', (_event, args) => {
    const link = source.isPackaged ? findAppLink(args) : undefined
    if (link === undefined) show()
    else take(link)
  })
  source.on('open-url', (event, url) => {
    event.preventDefault()
    take(url)
  })
}
