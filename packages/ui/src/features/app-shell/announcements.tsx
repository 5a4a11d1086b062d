import { useEffect, useRef, useState } from 'react'
import { LiveRegion } from '../../kit/index.ts'
import { useUiStore } from '../../lib/ui-store.tsx'

/** Milliseconds that a text stays: another text of the same moment must not remove it before it was read. */
const KEPT_MS = 5000

/**
 * Reads out what the window announces. Texts that come at the same moment, as a question and how many wait, stand
 * beside each other, and each is read once.
 */
export function Announcements() {
  const store = useUiStore()
  const [texts, setTexts] = useState<readonly { id: number; text: string }[]>([])
  const lastId = useRef(0)
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const add = (text: string): void => {
      if (text === '') return
      const id = (lastId.current += 1)
      setTexts((shown) => [...shown, { id, text }])
      const timer = setTimeout(() => {
        timers.delete(timer)
        setTexts((shown) => shown.filter((one) => one.id !== id))
      }, KEPT_MS)
      timers.add(timer)
    }
    add(store.getState().announcement)
    const unsubscribe = store.subscribe(({ announcement }, before) => {
      if (announcement !== before.announcement) add(announcement)
    })
    return () => {
      unsubscribe()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [store])
  return (
    <LiveRegion reads="additions">
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </LiveRegion>
  )
}
