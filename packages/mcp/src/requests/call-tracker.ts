import { defineAsyncScope } from '../system/timing/async-scope.ts'

/** Knows which tool calls of a connection run, and to which of them a server's request belongs. */
export interface CallTracker {
  /** Runs a call that is sent with this signal. */
  during<T>(call: TrackedCall, run: () => Promise<T>): Promise<T>
  /** Runs the rounds of the request that was sent with this signal (MCP 2026-07-28, "MRTR"). */
  inRoundsOf<T>(signal: AbortSignal | undefined, rounds: () => Promise<T>): Promise<T>
  /** Within rounds the one call they belong to, if it is one, and that is exact; else all that run. */
  causes(): { callIds: string[]; isExact: boolean }
  /** The call that what is sent now belongs to. */
  current(): string | undefined
}

export interface TrackedCall {
  /** Absent: no one wants to know. */
  callId: string | undefined
  signal: AbortSignal
}

/** The call that some work is for; in its rounds what a server asks for belongs to it as well. */
const callScope = defineAsyncScope<{ callId: string | undefined; isRound: boolean }>()

export function createCallTracker(): CallTracker {
  const running = new Map<AbortSignal, string>()
  const scope = callScope()
  return {
    async during({ callId, signal }, run) {
      if (callId !== undefined) running.set(signal, callId)
      try {
        return await scope.run({ callId, isRound: false }, run)
      } finally {
        running.delete(signal)
      }
    },
    inRoundsOf(signal, task) {
      const callId = signal && running.get(signal)
      return scope.run({ callId, isRound: true }, task)
    },
    causes() {
      const current = scope.current()
      if (!current?.isRound) return { callIds: [...running.values()], isExact: false }
      return { callIds: current.callId === undefined ? [] : [current.callId], isExact: true }
    },
    current: () => scope.current()?.callId,
  }
}
