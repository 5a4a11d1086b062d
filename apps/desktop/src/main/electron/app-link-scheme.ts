import { app } from 'electron'
import { APP_LINK_SCHEME } from '@gatehouse/domain'
import {
  createAppLinkInbox,
  createLinkReceiver,
  findAppLink,
  followLinks,
  type AppLinkInbox,
} from '../app-links.ts'

/**
 * The links that open the installed app; a copy that is not installed has none. The system starts a second
 * copy with the link, or sends it to this one (macOS). Any page can make such links: the window comes to the front only
 * for a link that a sign-in waited for, and for an install link, which only fills in "Add a server".
 * `takeFirst`: takes the link that this copy was started with, once there can be a window.
 */
export function receiveAppLinks(
  show: () => void,
  showInstall: (link: string) => void,
): AppLinkInbox & { takeFirst(): void } {
  const inbox = createAppLinkInbox(claimScheme)
  const now = (): number => performance.now()
  /** Sent before there can be a window (macOS). */
  const early: string[] = []
  const take = createLinkReceiver({ inbox, show, showInstall, now })
  followLinks(app, {
    show,
    take: (link) => (app.isReady() ? take(link) : void early.push(link)),
  })
  return {
    ...inbox,
    takeFirst() {
      const first = app.isPackaged ? findAppLink(process.argv.slice(1)) : undefined
      if (first !== undefined) early.push(first)
      for (const link of early.splice(0)) take(link)
      // Elsewhere the package registers it.
      if (app.isPackaged && process.platform === 'win32')
        app.setAsDefaultProtocolClient('gatehouse', process.execPath, ['--'])
    },
  }
}

/** Asked for when a sign-in needs it: nothing of the system is changed before. */
function claimScheme(): boolean {
  if (!app.isPackaged) return false
  // What follows `--` is not a switch, whatever a page writes into a link.
  const [program, args] = [process.execPath, process.platform === 'win32' ? ['--'] : []]
  return (
    app.isDefaultProtocolClient(APP_LINK_SCHEME, program, args) ||
    app.setAsDefaultProtocolClient(APP_LINK_SCHEME, program, args)
  )
}
