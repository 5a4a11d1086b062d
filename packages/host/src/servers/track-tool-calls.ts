import type { Connection } from '../ports/index.ts'

/** A connection that knows whether tool calls run on it. */
export interface TrackedConnection {
  connection: Connection
  isBusy(): boolean
}

/** Counts the tool calls that run; a server that works on one may have no time for a ping. */
export function trackToolCalls(inner: Connection): TrackedConnection {
  let calls = 0
  const callTool: Connection['callTool'] = async (call, signal) => {
    calls += 1
    try {
      return await inner.callTool(call, signal)
    } finally {
      calls -= 1
    }
  }
  // Everything else stays the inner one's own, accessors too.
  const connection = Object.create(inner, {
    callTool: { value: callTool, enumerable: true },
  }) as Connection
  return { connection, isBusy: () => calls > 0 }
}
