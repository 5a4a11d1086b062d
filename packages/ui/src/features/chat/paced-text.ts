import { useEffect, useRef, useState } from 'react'

/** Up to here every frame is drawn; a longer text is drawn a few times a second. */
const FREE_CHARACTERS = 6000
const PACE_MS = 120

/** A streaming text as often as it can be drawn without jank; the whole text once it is complete. */
export function usePacedText(text: string, streaming: boolean): string {
  const paced = streaming && text.length > FREE_CHARACTERS
  const latest = useRef(text)
  const [shown, setShown] = useState(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    if (!paced) return undefined
    setShown(latest.current)
    const timer = setInterval(() => setShown(latest.current), PACE_MS)
    return () => clearInterval(timer)
  }, [paced])
  if (!paced) return text
  const known = shown.length >= FREE_CHARACTERS && shown.length <= text.length
  return known ? shown : text.slice(0, FREE_CHARACTERS)
}
