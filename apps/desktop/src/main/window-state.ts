import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'

const coordinate = z.number().int().min(-100_000).max(100_000)
const boundsSchema = z.object({
  x: coordinate,
  y: coordinate,
  width: coordinate.positive(),
  height: coordinate.positive(),
})
export type Bounds = z.infer<typeof boundsSchema>

/** What the window needs before anything else is read: where it was, theme and language. */
export const windowStateSchema = z.object({
  bounds: boundsSchema.optional(),
  maximized: z.boolean().default(false),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
})
export type WindowState = z.infer<typeof windowStateSchema>

export interface WindowStateFile {
  read(): WindowState
  /** Never throws: a lost window position is no reason to trouble anybody. */
  change(change: Partial<WindowState>): void
}

export function createWindowStateFile(file: string): WindowStateFile {
  let state = load(file)
  return {
    read: () => state,
    change(change) {
      state = { ...state, ...change }
      try {
        writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch {
        // Kept in memory for this run.
      }
    },
  }
}

function load(file: string): WindowState {
  const fallback = windowStateSchema.parse({})
  try {
    return parseJson(windowStateSchema, readFileSync(file, 'utf8')) ?? fallback
  } catch {
    return fallback
  }
}

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
