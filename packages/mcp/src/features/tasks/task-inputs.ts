import { abortWith } from '@gatehouse/domain'
import type { RequestContext } from '../../requests/connection-context.ts'
import { CallScopedClient } from '../../requests/sdk-client/call-scoped-client.ts'
import { assertWithinCountLimit } from '../../requests/handler-support/request-refusal.ts'
import { updateTask } from './task-requests.ts'

/** The input requests of a task (modern era): each is put before the person once and answered once. */
export interface TaskInputs {
  /** Takes all outstanding requests: asks new ones, withdraws missing ones. */
  sync(requests: Record<string, unknown>): void
}

interface PendingInputRequest {
  controller: AbortController
  /** `answered` is sent again with the next state that still asks for it. */
  phase: 'asking' | 'answered' | 'sending' | 'done'
  answer?: unknown
}

export interface TaskInputsOptions {
  parts: RequestContext
  taskId: string
  callId: string | undefined
  /** The person or the host would not answer. Called at most once for a request. */
  onRefused(error: unknown): void
}

/** Keys are unique within a task forever, so one that was seen is never asked again. */
export function createTaskInputs(options: TaskInputsOptions, signal: AbortSignal): TaskInputs {
  const { parts, taskId, callId } = options
  const pending = new Map<string, PendingInputRequest>()

  async function ask(key: string, entry: unknown): Promise<void> {
    const controller = new AbortController()
    const request: PendingInputRequest = { controller, phase: 'asking' }
    pending.set(key, request)
    const stop = () => controller.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      request.answer = await parts.context.calls.during({ callId, signal: controller.signal }, () =>
        parts.session.request((client) => {
          if (!(client instanceof CallScopedClient)) throw new Error('No client for rounds.')
          return client.fulfil(key, entry, controller.signal)
        }),
      )
      request.phase = 'answered'
    } catch (error) {
      request.phase = 'done'
      if (!controller.signal.aborted) options.onRefused(error)
      return
    } finally {
      signal.removeEventListener('abort', stop)
    }
    await send(key, request)
  }

  async function send(key: string, request: PendingInputRequest): Promise<void> {
    request.phase = 'sending'
    try {
      await updateTask(parts, { taskId, inputResponses: { [key]: request.answer } }, signal)
      request.phase = 'done'
      delete request.answer
    } catch {
      request.phase = 'answered'
    }
  }

  return {
    sync(requests) {
      try {
        assertWithinCountLimit(requests)
      } catch (error) {
        options.onRefused(error)
        return
      }
      const outstanding = new Map(Object.entries(requests))
      for (const [key, entry] of outstanding) {
        const known = pending.get(key)
        if (!known) void ask(key, entry)
        else if (known.phase === 'answered') void send(key, known)
      }
      for (const [key, request] of pending)
        if (request.phase === 'asking' && !outstanding.has(key))
          abortWith(request.controller, 'server-withdrew')
    },
  }
}
