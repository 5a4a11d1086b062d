import { ATTACHES_ATTRIBUTE } from '@gatehouse/contract/bridge'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'

interface FileDrop {
  /** Files are dragged over the window. */
  isNear: boolean
  /** They are over the place that takes them. */
  isOver: boolean
  handlers: {
    [ATTACHES_ATTRIBUTE]: ''
    onDragOver: (event: DragEvent) => void
    onDragLeave: () => void
    onDrop: (event: DragEvent) => void
  }
}

const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') === true

/**
 * A place that takes the bytes of files that are dropped there; where they lie stays unknown to the page. Of folders it
 * takes the paths.
 */
export function useFileDrop(
  onFiles: (files: readonly File[]) => void,
  onFolders: (folders: readonly string[]) => void,
): FileDrop {
  const { bridge } = useBridge()
  /** Names of the folders of a drop, of which the preload script gives the paths. */
  const dropped = useRef<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      bridge.on('window.files-dropped', (paths) => {
        const names = dropped.current
        dropped.current = new Set()
        const folders = paths.filter((path) => names.has(path.split(/[/\\]/).at(-1) ?? ''))
        if (folders.length > 0) onFolders(folders)
      }),
    [bridge, onFolders],
  )
  const [isNear, setNear] = useState(false)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const enter = (event: globalThis.DragEvent): void => setNear(hasFiles(event.dataTransfer))
    const leave = (event: globalThis.DragEvent): void => {
      // Out of the window.
      if (event.relatedTarget === null) setNear(false)
    }
    const end = (): void => setNear(false)
    window.addEventListener('dragenter', enter, true)
    window.addEventListener('dragleave', leave, true)
    window.addEventListener('drop', end, true)
    return () => {
      window.removeEventListener('dragenter', enter, true)
      window.removeEventListener('dragleave', leave, true)
      window.removeEventListener('drop', end, true)
    }
  }, [])
  return {
    isNear,
    isOver: isNear && isOver,
    handlers: {
      [ATTACHES_ATTRIBUTE]: '',
      onDragOver(event) {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event) {
        setOver(false)
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        const { files, items } = event.dataTransfer
        const folders = new Set(
          [...items].flatMap((item) => {
            const entry = item.webkitGetAsEntry()
            return entry?.isDirectory === true ? [entry.name] : []
          }),
        )
        dropped.current = folders
        // Main need not know where files lie.
        if (folders.size === 0) event.stopPropagation()
        onFiles([...files].filter(({ name }) => !folders.has(name)))
      },
    },
  }
}

/** Characters of a pasted text from which on it is attached instead of written into the message. */
export const LONG_PASTE = 8000

/**
 * Returns the files of a paste; none if a picture only repeats a text, as that of a table does. A long text is a file of
 * that name.
 */
export function pastedFiles(transfer: DataTransfer, name: string): File[] {
  const files = [...transfer.files]
  const text = transfer.getData('text/plain')
  if (text === '' || files.some(({ type }) => !type.startsWith('image/'))) return files
  return text.length >= LONG_PASTE ? [new File([text], name, { type: 'text/plain' })] : []
}
