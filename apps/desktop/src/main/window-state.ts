import { readFileSync } from 'node:fs'
import type { Settings } from '@gatehouse/domain'
import { objectOfJson } from '@gatehouse/domain/json'
import { replacePrivateFile } from './private-files.ts'

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** Where a window was. */
export interface WindowPlacement {
  bounds?: Bounds
  maximized: boolean
}

/** Where the window of a chat was, and whether it was open when the app was quit. */
export interface ChatPlacement extends WindowPlacement {
  conversationId: string
  isOpen: boolean
}

/** Settings of windows that are needed before anything else is read: placement, theme and language. */
export interface WindowState extends Pick<Settings, 'theme' | 'language'>, WindowPlacement {
  /** Of chats with a window of their own, the latest first. */
  chats: readonly ChatPlacement[]
  /** Where quick ask was. */
  quick?: Bounds
}

export interface WindowStateFile {
  read(): WindowState
  /** Never throws: a lost window position is no reason for an error. */
  change(change: Partial<WindowState>): void
}

export function createWindowStateFile(file: string): WindowStateFile {
  let state = load(file)
  return {
    read: () => state,
    change(change) {
      state = { ...state, ...change }
      try {
        replacePrivateFile(file, JSON.stringify(state))
      } catch {
        // Kept in memory for this run.
      }
    },
  }
}

// Read by hand: a schema library here would be loaded before the window can open.
function load(file: string): WindowState {
  const { theme, language, chats, quick, ...placement } = readObject(file)
  return {
    ...(isBounds(quick) ? { quick } : {}),
    ...readPlacement(placement),
    chats: Array.isArray(chats) ? chats.slice(0, MAX_CHATS).flatMap(readChat) : [],
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: language === 'en' || language === 'zh-CN' ? language : 'system',
  }
}

function readPlacement({ bounds, maximized }: Record<string, unknown>): WindowPlacement {
  return { ...(isBounds(bounds) ? { bounds } : {}), maximized: maximized === true }
}

function readChat(value: unknown): ChatPlacement[] {
  if (typeof value !== 'object' || value === null) return []
  const { conversationId, isOpen, ...placement } = value as Record<string, unknown>
  if (typeof conversationId !== 'string' || !/^[\w-]{1,64}$/.test(conversationId)) return []
  return [{ conversationId, isOpen: isOpen === true, ...readPlacement(placement) }]
}

function readObject(file: string): Record<string, unknown> {
  try {
    return objectOfJson(readFileSync(file, 'utf8')) ?? {}
  } catch {
    return {}
  }
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height } = value as Record<string, unknown>
  return isCoordinate(x) && isCoordinate(y) && isSize(width) && isSize(height)
}

const isCoordinate = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) <= 100_000
const isSize = (value: unknown): value is number => isCoordinate(value) && value > 0

/** Chats whose windows' places are remembered. */
export const MAX_CHATS = 30
const VISIBLE_STRIP = 80

/** `bounds` if enough of their upper edge is on one of the work areas to be grabbed, else undefined. */
export function reachableBounds(
  bounds: Bounds | undefined,
  workAreas: readonly Bounds[],
): Bounds | undefined {
  if (!bounds) return undefined
  const reachable = workAreas.some((area) => {
    const left = Math.max(bounds.x, area.x)
    const right = Math.min(bounds.x + bounds.width, area.x + area.width)
    const isTopInside = bounds.y >= area.y && bounds.y <= area.y + area.height - VISIBLE_STRIP
    return right - left >= VISIBLE_STRIP && isTopInside
  })
  return reachable ? bounds : undefined
}
