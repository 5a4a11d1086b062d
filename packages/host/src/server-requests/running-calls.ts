import { abortWith, isGatehouseError, type AskCause } from '@gatehouse/domain'

/** A tool call while a server works on it. */
export interface RunningCall {
  /** Its entry's id, and its name towards the connection. */
  callId: string
  serverId: string
  cause: AskCause
  /** Aborted when the person cancels the call. */
  signal: AbortSignal
}

/** The running tool calls, so that requests of servers can be shown as caused by them. */
export interface RunningCalls {
  /** Runs `task` as the call. What the server asked for it alone ends with it, unless it has a result. */
  run<Result>(call: RunningCall, task: () => Promise<Result>): Promise<Result>
  /** The calls that run at a server now: any of them may be the cause of a request. */
  causesAtServer(serverId: string): AskCause[]
  /**
   * Runs what a server asks during the calls of these ids. Its signal is aborted with `signal`, and
   * when all of the calls were cancelled or failed: no one needs the answer then.
   */
  during<Result>(
    asked: { serverId: string; callIds: string[] },
    task: (causes: AskCause[], signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, RunningCall>()
  return {
    async run(call, task) {
      const failed = new AbortController()
      const signal = AbortSignal.any([call.signal, failed.signal])
      calls.set(call.callId, { ...call, signal })
      try {
        return await task()
      } catch (error) {
        abortWith(failed, isExpired(error) ? 'expired' : 'call-over')
        throw error
      } finally {
        calls.delete(call.callId)
      }
    },

    causesAtServer: (serverId) =>
      [...calls.values()].flatMap((call) => (call.serverId === serverId ? [call.cause] : [])),

    async during({ serverId, callIds }, task, signal) {
      const under = callIds.flatMap((id) => {
        const call = calls.get(id)
        return call?.serverId === serverId ? [call] : []
      })
      const over = new AbortController()
      const signals = under.map((call) => call.signal)
      const check = (): void => {
        if (signal.aborted) over.abort(signal.reason)
        else if (signals.length > 0 && signals.every((one) => one.aborted))
          over.abort(signals[0]?.reason)
      }
      for (const one of [signal, ...signals]) one.addEventListener('abort', check)
      check()
      try {
        return await task(
          under.map((call) => call.cause),
          over.signal,
        )
      } finally {
        for (const one of [signal, ...signals]) one.removeEventListener('abort', check)
      }
    },
  }
}

/** It was a task, and its server kept it no longer. */
function isExpired(error: unknown): boolean {
  return isGatehouseError(error) && error.data['expired'] === true
}
