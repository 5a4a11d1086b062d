import { session, type Session } from 'electron'
import { join } from 'node:path'
import { DIAGRAM_HOST } from '../ipc/sender-gate.ts'
import { diagramHeaders } from '../served-files.ts'
import { serveFromFolder } from './app-protocol.ts'
import { serveScheme } from './serve-scheme.ts'

let own: Session | undefined

/**
 * The session of the windows that draw diagrams, in memory, which serves their page and nothing else. Like every
 * session that is made, it is confined by {@link confinePages}, with no permission at all.
 */
export function openDiagramSession(): Session {
  if (own) return own
  own = session.fromPartition('diagram', { cache: false })
  const root = join(__dirname, '../diagram')
  const headers = diagramHeaders()
  serveScheme(own.protocol, (request) =>
    serveFromFolder(request, { host: DIAGRAM_HOST, root, headers }),
  )
  return own
}
