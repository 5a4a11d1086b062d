import { session, type Session } from 'electron'
import { join } from 'node:path'
import { CONSENT_HOST } from '../ipc/sender-gate.ts'
import { securityHeaders } from '../served-files.ts'
import { serveFromFolder } from './app-protocol.ts'
import { serveScheme } from './serve-scheme.ts'

let own: Session | undefined

/**
 * The session of the consent window alone, kept in memory: no storage, worker, channel or cookie is
 * shared with the page of the app, whose own session does not serve this window's files. Like every
 * session that is made, it is confined by {@link confinePages}, with no permission at all.
 */
export function openConsentSession(): Session {
  if (own) return own
  own = session.fromPartition('consent', { cache: false })
  const root = join(__dirname, '../consent')
  const headers = securityHeaders(undefined)
  serveScheme(own.protocol, (request) =>
    serveFromFolder(request, { host: CONSENT_HOST, root, headers }),
  )
  return own
}
