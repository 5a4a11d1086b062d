import { parseJson } from '@gatehouse/domain/json'
import type { AppFrameListener, AppFrames, AppWindow } from '../ports/index.ts'

/** A view as the frames of the test know it. */
export interface MemoryAppFrame {
  html: string
  /** Of a view in a window of its own. */
  window?: AppWindow
  /** Messages that the host sent, parsed. */
  received: unknown[]
  isClosed: boolean
  /** Sends a message as the view does. */
  send(message: unknown): void
  listener: AppFrameListener | undefined
}

/** Frames without a browser: the test is the view. */
export function createMemoryAppFrames(): AppFrames & {
  opened: Map<string, MemoryAppFrame>
  /** Names and texts of the files that were saved. */
  saved: [name: string, text: string][]
  /** Views whose windows were brought to the front. */
  shown: string[]
  /** False: the person chooses no place. */
  saves: boolean
  /** False: nothing was pressed in the view. */
  pressed: boolean
} {
  const opened = new Map<string, MemoryAppFrame>()
  const saved: [name: string, text: string][] = []
  const add = (id: string, html: string): MemoryAppFrame => {
    const frame: MemoryAppFrame = {
      html,
      received: [],
      isClosed: false,
      listener: undefined,
      send: (message) => frame.listener?.onMessage(JSON.stringify(message)),
    }
    opened.set(id, frame)
    return frame
  }
  return {
    opened,
    saved,
    shown: [],
    saves: true,
    pressed: true,
    isPressed() {
      return Promise.resolve(this.pressed)
    },
    picture: (id, { width, height }) => Promise.resolve(`data:${id},${width}x${height}`),
    saveFile(name, bytes) {
      if (this.saves) saved.push([name, new TextDecoder('utf-8', { fatal: true }).decode(bytes)])
      return Promise.resolve(this.saves)
    },
    serve(id, html) {
      add(id, html)
      return `mcp-app://p-${id}/`
    },
    openWindow(id, window) {
      add(id, window.html).window = window
      return Promise.resolve()
    },
    showWindow(id) {
      this.shown.push(id)
    },
    connect(id, listener) {
      const frame = opened.get(id)
      if (!frame) throw new Error('There is no such frame.')
      frame.listener = listener
      return {
        post(text) {
          const parsed = parseJson(text)
          if (parsed.ok) frame.received.push(parsed.value)
        },
      }
    },
    close(id) {
      const frame = opened.get(id)
      if (frame) frame.isClosed = true
    },
  }
}
