import { abortWith } from '@gatehouse/domain'
import type { RequestContext } from '../../requests/connection-context.ts'
import { CallScopedClient } from '../../requests/sdk-client/call-scoped-client.ts'
import { assertWithinCountLimit } from '../../requests/host-dispatch/refusal.ts'
import { updateTask } from './task-requests.ts'

/** What a task of the modern era wants to know, put before the person once and answered once. */
export interface TaskInputs {
  /** Takes all that is outstanding now: asks what is new, drops questions that are gone. */
  sync(requests: Record<string, unknown>): void
}

interface Question {
  controller: AbortController
  /** `answered` is sent again with the next state that still asks for it. */
  phase: 'asking' | 'answered' | 'sending' | 'done'
  answer?: unknown
}

export interface TaskInputsOptions {
  parts: RequestContext
  taskId: string
  callId: string | undefined
  /** The person or the host would not answer. Called at most once for a question. */
  onRefused(error: unknown): void
}

/** Keys are unique within a task forever, so one that was seen is never asked again. */
export function createTaskInputs(options: TaskInputsOptions, signal: AbortSignal): TaskInputs {
  const { parts, taskId, callId } = options
  const questions = new Map<string, Question>()

  async function ask(key: string, entry: unknown): Promise<void> {
    const controller = new AbortController()
    const question: Question = { controller, phase: 'asking' }
    questions.set(key, question)
    const stop = () => controller.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      question.answer = await parts.context.calls.during(
        { callId, signal: controller.signal },
        () =>
          parts.session.request((client) => {
            if (!(client instanceof CallScopedClient)) throw new Error('No client for rounds.')
            return client.fulfil(key, entry, controller.signal)
          }),
      )
      question.phase = 'answered'
    } catch (error) {
      question.phase = 'done'
      if (!controller.signal.aborted) options.onRefused(error)
      return
    } finally {
      signal.removeEventListener('abort', stop)
    }
    await send(key, question)
  }

  async function send(key: string, question: Question): Promise<void> {
    question.phase = 'sending'
    try {
      await updateTask(parts, { taskId, inputResponses: { [key]: question.answer } }, signal)
      question.phase = 'done'
      delete question.answer
    } catch {
      question.phase = 'answered'
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
        const known = questions.get(key)
        if (!known) void ask(key, entry)
        else if (known.phase === 'answered') void send(key, known)
      }
      for (const [key, question] of questions)
        if (question.phase === 'asking' && !outstanding.has(key))
          abortWith(question.controller, 'server-withdrew')
    },
  }
}
