import type { Completion, CompletionRequest } from '@gatehouse/domain'
import { useEffect, useState } from 'react'
import { useBridge } from '../bridge/bridge.tsx'

const DEBOUNCE_MS = 150
const none: Completion = { values: [] }

export interface CompletionState {
  completion: Completion
  loading: boolean
  failed: boolean
}

interface Received {
  key: string
  request: CompletionRequest
  completion: Completion
  failed: boolean
}

/** The server's proposals for `request`; `null` requests nothing. A reply to an older request is dropped. */
export function useCompletion(
  serverId: string,
  request: CompletionRequest | null,
): CompletionState {
  const { request: ask } = useBridge()
  const [received, setReceived] = useState<Received | null>(null)
  const key = request === null ? null : JSON.stringify([serverId, request])
  // The same question is another object on every render.
  const [asked, setAsked] = useState({ key, serverId, request })
  if (asked.key !== key) setAsked({ key, serverId, request })
  useEffect(() => {
    const question = asked.request
    if (asked.key === null || question === null) return undefined
    const { key: askedKey, serverId: id } = asked
    let current = true
    let waits = false
    const take = (completion: Completion, failed: boolean): void => {
      waits = false
      if (current) setReceived({ key: askedKey, request: question, completion, failed })
    }
    const timer = setTimeout(() => {
      waits = true
      ask('server.complete', { id, request: question }).then(
        (completion) => take(completion, false),
        () => take(none, true),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
      // Whoever left the field waits for nothing; a newer question would abort it only once it is asked.
      if (waits) ask('server.cancel-completion', { id }).catch(() => undefined)
    }
  }, [ask, asked])
  if (request === null) return { completion: none, loading: false, failed: false }
  if (received?.key === key) return { ...received, loading: false }
  return { completion: stillFitting(received, request), loading: true, failed: false }
}

/** Of the values known so far, those that what is typed now may still become. */
function stillFitting(received: Received | null, request: CompletionRequest): Completion {
  if (!received) return none
  const question = (of: CompletionRequest) => JSON.stringify([of.ref, of.argument.name, of.context])
  if (question(received.request) !== question(request)) return none
  const typed = request.argument.value.toLowerCase()
  return {
    values: received.completion.values.filter((value) => value.toLowerCase().includes(typed)),
  }
}
