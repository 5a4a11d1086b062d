import { useCallback, useEffect, useRef, useState } from 'react'
import { useBridge } from '../../lib/bridge.tsx'

const SAVE_AFTER_MS = 300

export interface Draft {
  text: string
  setText: (text: string) => void
  /** Forgets what is typed here: main clears its own copy when the message is sent. */
  clear: () => void
}

/**
 * What is typed but not sent, kept by main per chat: a moment after typing stops, and at once when
 * the chat is left. Mount it anew (with a key) for another chat. What is typed before the first chat is
 * known follows what that chat had saved.
 */
export function useDraft(conversationId: string | undefined, saved: string): Draft {
  const { request } = useBridge()
  const [text, show] = useState(saved)
  const [knownId, setKnownId] = useState(conversationId)
  if (knownId !== conversationId) {
    setKnownId(conversationId)
    show([saved, text].filter((part) => part !== '').join('\n'))
  }
  const pending = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null)

  const save = useCallback(
    (draft: string) => {
      if (conversationId === undefined) return
      // A chat deleted meanwhile has no draft to keep; nothing is lost that was not given up.
      request('chat.save-draft', { id: conversationId, draft }).catch(() => undefined)
    },
    [request, conversationId],
  )
  const cancel = useCallback(() => {
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = null
  }, [])
  const flush = useCallback(() => {
    const waiting = pending.current
    cancel()
    if (waiting) save(waiting.text)
  }, [cancel, save])

  const saveSoon = useCallback(
    (next: string) => {
      cancel()
      pending.current = { text: next, timer: setTimeout(flush, SAVE_AFTER_MS) }
    },
    [cancel, flush],
  )
  const setText = useCallback(
    (next: string) => {
      show(next)
      saveSoon(next)
    },
    [saveSoon],
  )
  const clear = useCallback(() => {
    cancel()
    show('')
  }, [cancel])

  // Nothing could be saved until now.
  const early = useRef(conversationId === undefined)
  useEffect(() => {
    if (!early.current || conversationId === undefined) return
    early.current = false
    if (text !== saved) saveSoon(text)
  }, [conversationId, text, saved, saveSoon])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { text, setText, clear }
}
