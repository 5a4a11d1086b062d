import { useNow } from './now.ts'

/** Returns the time since a moment, renewed every second: 0:12, 1:35, 62:07. Empty in the first second. */
export function useStopwatch(since: number | undefined): string {
  const now = useNow(1000)
  const seconds = Math.floor((now - (since ?? now)) / 1000)
  if (seconds <= 0) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
