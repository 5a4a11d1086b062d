import { useEffect } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { DROPPED_PLACE, PASTED_PLACE } from '../../lib/drafts/pasted-place.ts'
import { useUiStore } from '../../lib/ui-store.tsx'
import { isBundleOrPlugin, MAX_PASTED, readDroppedText } from './import/read-dropped-text.ts'

/** A file that is dropped where nothing else takes it opens "Add a server" with it. */
export function useDropAnywhere(): void {
  const { bridge } = useBridge()
  const store = useUiStore()
  useEffect(() => {
    // Main knows the paths of what was dropped, and sends them after the drop.
    let isTaken = false
    const open = (place: string, value: string): void => {
      const { keep, show } = store.getState()
      keep(place, value)
      show({ kind: 'add-server' })
    }
    const takes = ({ dataTransfer }: DragEvent): boolean =>
      store.getState().overlay === null && dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent): void => {
      if (!takes(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const onDrop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file || !takes(event)) return
      event.preventDefault()
      isTaken = isBundleOrPlugin(file.name)
      if (isTaken) return
      void readDroppedText(file, MAX_PASTED).then((text) => {
        if (text !== null) open(PASTED_PLACE, text)
      })
    }
    document.addEventListener('dragover', onOver)
    document.addEventListener('drop', onDrop)
    const stop = bridge.on('window.files-dropped', (paths) => {
      const path = isTaken ? paths.find(isBundleOrPlugin) : undefined
      isTaken = false
      if (path !== undefined) open(DROPPED_PLACE, path)
    })
    return () => {
      document.removeEventListener('dragover', onOver)
      document.removeEventListener('drop', onDrop)
      stop()
    }
  }, [bridge, store])
}
