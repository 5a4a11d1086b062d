import { defineAsyncScope } from '../system/timing/async-scope.ts'

/** Knows which tool calls of a connection run, and to which of them a server's request belongs. */
export interface CallTracker {
  /** Runs a call that is sent with this signal. */
  during<T>(call: TrackedCall, run: () => Promise<T>): Promise<T>
  /** Runs the rounds of the request that was sent with this signal (MCP 2026-07-28, "MRTR"). */
  inRoundsOf<T>(signal: AbortSignal | undefined, rounds: () => Promise<T>): Promise<T>
  /** Within rounds the one call they belong to, if it is one, and that is exact; else all that run. */
  causes(): { callIds: string[]; isExact: boolean }
}

export interface TrackedCall {
  /** Absent: nobody wants to know. */
  callId: string | undefined
  signal: AbortSignal
}

/** The calls that a request of a server belongs to. */
const roundsScope = defineAsyncScope<string[]>()

export function createCallTracker(): CallTracker {
  const running = new Map<AbortSignal, string>()
  const rounds = roundsScope()
  return {
    async during({ callId, signal }, run) {
      if (callId !== undefined) running.set(signal, callId)
      try {
        return await run()
      } finally {
        running.delete(signal)
      }
    },
    inRoundsOf(signal, task) {
      const callId = signal && running.get(signal)
      return rounds.run(callId === undefined ? [] : [callId], task)
    },
    causes() {
      const callIds = rounds.current()
      return callIds
        ? { callIds, isExact: true }
        : { callIds: [...running.values()], isExact: false }
    },
  }
}
