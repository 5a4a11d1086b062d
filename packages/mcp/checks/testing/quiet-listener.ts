import type { ConnectionListener } from '@gatehouse/host/ports'

const ignored = (): undefined => undefined

/** Hears everything of a connection and does nothing about it. */
export const quietListener: ConnectionListener = {
  onStep: ignored,
  onFrame: ignored,
  onLog: ignored,
  onToolsChanged: ignored,
  onListChanged: ignored,
  onResourceUpdated: ignored,
  onElicitationComplete: ignored,
  onRoundTrip: ignored,
  onDown: ignored,
}
