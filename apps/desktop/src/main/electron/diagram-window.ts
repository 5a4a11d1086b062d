import {
  createDiagramQueue,
  type DiagramProcess,
  type DiagramQueue,
} from '../diagrams/diagram-queue.ts'
import { DIAGRAM_HOST } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { openDiagramSession } from './diagram-session.ts'
import { openSealedWindow } from './sealed-window.ts'

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
