import { INPUT_DELAY_MS } from '../chats/ask-target.ts'

/** The visible part of something: pixels from its own top. */
export interface ViewedPart {
  from: number
  to: number
  height: number
  width: number
  /** Height of what is read: less the buttons below it, which may wrap. All of it if absent. */
  content?: number
}

/** Pixels of a stretch that is looked at as one. */
const STRETCH = 24
/** Pixels by which an edge may be cut off and still be in view. */
const SLACK = 8
/** A page whose clock stood still was not read meanwhile. */
const MOST_BETWEEN = 250

/** Adds up for how long each stretch of something was in view. */
export class ViewTimeTracker {
  #height = 0
  #ms: number[] = []
  /** As it was laid out when counting began. */
  #width = Number.NEGATIVE_INFINITY
  #content = Number.NEGATIVE_INFINITY
  #last: ViewedPart | null = null

  /**
   * `passed`: milliseconds since the last look. They count for what is in view now and was in view then.
   * `null`: nothing of it is in view.
   */
  look(part: ViewedPart | null, passed: number): void {
    const before = this.#last
    this.#last = part
    if (!part) return
    const { height, width, content = height } = part
    this.#height = height
    // What was laid out again has something else in each stretch, and no one knows what.
    if (Math.abs(content - this.#content) > SLACK || Math.abs(width - this.#width) >= 1) {
      this.#ms = []
      this.#content = content
      this.#width = width
      return
    }
    const count = Math.ceil(height / STRETCH)
    this.#ms.length = Math.min(this.#ms.length, count)
    if (!before) return
    const from = Math.max(before.from, part.from)
    const to = Math.min(before.to, part.to)
    const last = Math.min(count, Math.floor((to + SLACK) / STRETCH))
    const end = to + SLACK >= height ? count : last
    for (let at = Math.max(0, Math.ceil((from - SLACK) / STRETCH)); at < end; at += 1)
      this.#ms[at] = (this.#ms[at] ?? 0) + Math.min(passed, MOST_BETWEEN)
  }

  /** All of it was in view long enough to be read. */
  get isWhole(): boolean {
    return this.#height > 0 && this.firstUnseen === null
  }

  /** Where the first part begins, in pixels from the top, that was not in view for long enough; null: none. */
  get firstUnseen(): number | null {
    const count = Math.ceil(this.#height / STRETCH)
    for (let at = 0; at < count; at += 1)
      if ((this.#ms[at] ?? 0) < INPUT_DELAY_MS) return at * STRETCH
    return count > 0 ? null : 0
  }
}
