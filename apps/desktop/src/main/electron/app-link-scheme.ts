import { app } from 'electron'
import { APP_LINK_SCHEME } from '@gatehouse/domain'
import { createAppLinkInbox, findAppLink, type AppLinkInbox } from '../app-links.ts'

/**
 * The links that open the installed app; a copy that is not installed has none. The system starts a second
 * copy with the link, or sends it to this one (macOS). The window comes to the front only for a link that a sign-in
 * waited for: any page can make such links.
 */
export function receiveAppLinks(show: () => void): AppLinkInbox {
  const inbox = createAppLinkInbox(claimScheme)
  app.on('second-instance', (_event, args) => {
    const link = app.isPackaged ? findAppLink(args) : undefined
    if (link === undefined || inbox.receive(link)) show()
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (inbox.receive(url)) show()
  })
  return inbox
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
