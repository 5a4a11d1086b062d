import {
  createDiagramQueue,
  type DiagramProcess,
  type DiagramQueue,
} from '../../diagrams/diagram-queue.ts'
import { DIAGRAM_HOST } from '../../ipc/sender-gate.ts'
import type { Log } from '../../log.ts'
import { openSealedWindow } from './sealed-window.ts'
import { session, type Session } from 'electron'
import { join } from 'node:path'
import { diagramHeaders } from '../../served-files.ts'
import { serveFromFolder } from '../app-protocol.ts'
import { serveScheme } from '../serve-scheme.ts'

/** Creates the queue that draws diagrams, each in a window of its own. */
export function createDiagrams(log: Log): DiagramQueue {
  return createDiagramQueue(() => startDiagramProcess(log))
}

function startDiagramProcess(log: Log): DiagramProcess {
  const { ready, call, end } = openSealedWindow({
    name: 'a diagram',
    session: openDiagramSession(),
    host: DIAGRAM_HOST,
    maxMemoryKb: 240 * 1024,
    tooMuch: { state: 'too-large' },
    log,
  })
  return { ready, end, draw: (request) => call(`drawDiagram(${JSON.stringify(request)})`) }
}

let own: Session | undefined

/**
 * The session of the windows that draw diagrams, in memory, which serves their page and nothing else. Like every
 * session that is made, it is confined by {@link confinePages}, with no permission at all.
 */
function openDiagramSession(): Session {
  if (own) return own
  own = session.fromPartition('diagram', { cache: false })
  const root = join(__dirname, '../diagram')
  const headers = diagramHeaders()
  serveScheme(own.protocol, (request) =>
    serveFromFolder(request, { host: DIAGRAM_HOST, root, headers }),
  )
  return own
}
