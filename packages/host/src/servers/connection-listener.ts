import type { ConnectionEvent, ConnectionFailure, Tool } from '@gatehouse/domain'
import type { ConnectionListener } from '../ports/index.ts'
import type { ServerCatalog } from './lists/server-catalog.ts'
import type { ServerJournal } from './server-journal.ts'

/** The parts that the events of a connection change. */
interface Listening {
  journal: ServerJournal
  catalog: ServerCatalog
  dispatch(event: ConnectionEvent): void
  onToolsChanged(tools: Tool[]): void
  onElicitationComplete(elicitationId: string): void
  onRoundTrip(ms: number): void
  onDown(failure: ConnectionFailure): void
}

/** Passes on the events of one connection until `signal` is aborted; what it sent is recorded even then. */
export function createConnectionListener(signal: AbortSignal, to: Listening): ConnectionListener {
  const live = (task: () => void): void => {
    if (!signal.aborted) task()
  }
  return {
    onStep: (step) => live(() => to.dispatch({ type: 'step-reached', step })),
    onDownload: (progress) => live(() => to.dispatch({ type: 'downloading', progress })),
    onFrame: (frame) => to.journal.frame(frame),
    onLog: (line) => to.journal.log(line),
    onToolsChanged: (tools) => live(() => to.onToolsChanged(tools)),
    onListFresh: (list, ttlMs) => live(() => to.catalog.expireAfter(list, ttlMs)),
    onListChanged: (list) => live(() => to.catalog.invalidate(list)),
    onResourceUpdated: (uri, isGap) => live(() => to.catalog.resourceUpdated(uri, isGap)),
    onElicitationComplete: (id) => live(() => to.onElicitationComplete(id)),
    onRoundTrip: (ms) => live(() => to.onRoundTrip(ms)),
    onDown: (failure) => live(() => to.onDown(failure)),
  }
}
