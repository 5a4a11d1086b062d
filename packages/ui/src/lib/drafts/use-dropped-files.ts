import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useBridge } from '../bridge/bridge.tsx'

interface DropHandlers {
  onDragEnter: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragLeave: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
}

/** The page is given no paths of what is dropped; the event that follows a drop it took has them. */
export function useDroppedFiles(onPaths: (paths: readonly string[]) => void): {
  over: boolean
  handlers: DropHandlers
} {
  const { bridge } = useBridge()
  const [over, setOver] = useState(false)
  const taken = useRef(false)
  const latest = useRef(onPaths)
  useEffect(() => {
    latest.current = onPaths
  }, [onPaths])
  useEffect(
    () =>
      bridge.on('window.files-dropped', (paths) => {
        if (taken.current) latest.current(paths)
        taken.current = false
      }),
    [bridge],
  )
  const enter = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    // What every file manager allows; nothing is copied.
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return {
    over,
    handlers: {
      onDragEnter: enter,
      onDragOver: enter,
      onDragLeave(event) {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!inside) setOver(false)
      },
      onDrop(event) {
        setOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        taken.current = true
      },
    },
  }
}
