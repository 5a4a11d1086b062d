import { cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  frameOfList,
  passTime,
  placesOfRows,
  renderPlan,
  type GivenCall,
  type PlanLayout,
} from '../../../testing/render-plan.setup.tsx'

const KEYS: Record<string, KeyboardEventInit> = {
  allow: { key: 'Enter', ctrlKey: true },
  shown: { key: 'Enter', ctrlKey: true, shiftKey: true },
  readOnly: { key: 'Enter', ctrlKey: true, altKey: true },
  deny: { key: 'Escape' },
  up: { key: 'ArrowUp' },
  down: { key: 'ArrowDown' },
  mark: { key: ' ' },
  open: { key: 'Enter' },
}

const call = fc.record({
  annotations: fc.constantFrom(
    { readOnlyHint: true, openWorldHint: false },
    { readOnlyHint: true },
    { destructiveHint: true },
    { destructiveHint: false },
  ),
  text: fc.constantFrom('short', 'word '.repeat(100)),
  height: fc.integer({ min: 20, max: 400 }),
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...Object.keys(KEYS)) }) },
  { weight: 1, arbitrary: fc.record({ wheel: fc.integer({ min: -500, max: 500 }) }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(50, 300, 700, 1500) }) },
)
type Step = { key: string } | { wheel: number } | { wait: number }

/** Pixels that are looked at as one, and what a look may miss of half a second. */
const STRETCH = 24
const READ_MS = 300

/** Adds up by itself, from the layout alone, for how long each stretch of each row was in view. */
class Onlooker {
  readonly #given: readonly GivenCall[]
  readonly #layout: PlanLayout
  readonly #ms = new Map<string, number[]>()

  constructor(given: readonly GivenCall[], layout: PlanLayout) {
    this.#given = given
    this.#layout = layout
  }

  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 100) {
      await passTime(Math.min(left, 100))
      const { top: from, bottom: to } = frameOfList(this.#layout)
      for (const [id, { top, height, isOpen }] of placesOfRows(this.#given)) {
        const key = `${id} ${isOpen}`
        const times = this.#ms.get(key) ?? Array<number>(Math.ceil(height / STRETCH)).fill(0)
        this.#ms.set(
          key,
          times.map((time, at) => {
            const start = top + at * STRETCH
            const end = Math.min(top + height, start + STRETCH)
            return start >= from - 8 && end <= to + 8 ? time + Math.min(left, 100) : time
          }),
        )
      }
    }
  }

  /** All of it was in view: open, or as a line that holds it all. */
  wasRead(id: string): boolean {
    const one = this.#given.find((given) => given.id === id)
    const holds = one?.arguments?.['text'] === 'short' && one.annotations?.readOnlyHint === true
    const isRead = (key: string) => this.#ms.get(key)?.every((time) => time >= READ_MS) === true
    return isRead(`${id} true`) || (holds && isRead(`${id} false`))
  }
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type Plan = Awaited<ReturnType<typeof renderPlan>>

/** All that a key may change, as text. */
function stateOf({ rows, list, sent, note }: Plan): string {
  const each = rows().map((row) => [
    row.getAttribute('aria-current'),
    row.querySelector('[role=checkbox]')?.getAttribute('aria-checked'),
    row.querySelector('[aria-expanded]')?.getAttribute('aria-expanded'),
    document.activeElement === row,
  ])
  return JSON.stringify([each, list.scrollTop, sent().length, note()])
}

/** The faults of the answers that were sent, against what was in view when they were. */
function faultsOf(answers: ReturnType<Plan['sent']>, onlooker: Onlooker, words: string): string[] {
  return answers.flatMap((answer) => {
    if (answer.decision === 'deny') return []
    const unopened = answer.unopened ?? []
    const ids = answer.calls.map(({ id }) => id)
    const isCounted = unopened.length === 0 || words.includes(`${unopened.length} not in view`)
    return [
      ...ids
        .filter((id) => !unopened.includes(id) && !onlooker.wasRead(id))
        .map((id) => `${id} was not in view`),
      ...(isCounted ? [] : [`${unopened.length} unopened were not counted in “${words}”`]),
      ...(ids.join() === ids.toSorted((a, b) => Number(a) - Number(b)).join()
        ? []
        : [`order ${ids.join()}`]),
    ]
  })
}

async function play(plan: Plan, steps: readonly Step[], onlooker: Onlooker): Promise<string[]> {
  const faults: string[] = []
  for (const one of steps) {
    if ('wait' in one) await onlooker.wait(one.wait)
    else if ('wheel' in one) plan.list.scrollTop += one.wheel
    else if (plan.rows().length > 0) {
      // Plain keys are for the row that has the focus.
      if (document.activeElement === document.body) plan.rows()[0]?.focus()
      const words = plan.button(/read-only/)?.textContent ?? ''
      const before = stateOf(plan)
      const count = plan.sent().length
      plan.press(KEYS[one.key] ?? {})
      await onlooker.wait(50)
      faults.push(...faultsOf(plan.sent().slice(count), onlooker, words))
      if (stateOf(plan) === before && plan.note() === '') faults.push(`${one.key} did nothing`)
    }
  }
  return faults
}

/**
 * @threat unseen.stalled-asks
 * @attacker model
 * @tries Proposes so many or so large calls that the keys of the card stop working, and the person allows all to be rid
 * of them.
 * @stoppedBy No key of a plan is dead: one that decides nothing scrolls to what is unread or says why. Shift+Esc denies
 * all by one press, wherever the list and the chat are scrolled to, and from any field.
 * @threat unseen.in-a-plan
 */
it('whatever is pressed, nothing is allowed that was not in view or counted, no key is dead, and all can be denied', async () => {
  const calls = fc.array(call, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      calls,
      fc.integer({ min: 60, max: 600 }),
      fc.array(step, { minLength: 4, maxLength: 10 }),
      async (made, list, steps) => {
        const given = made.map(({ annotations, text, height }, at) => ({
          id: String(at),
          annotations,
          height,
          arguments: { text },
        }))
        const onlooker = new Onlooker(given, { list })
        const plan = await renderPlan(given, { list })
        try {
          await onlooker.wait(1000)
          expect(await play(plan, steps, onlooker)).toEqual([])
          const left = plan.rows().map((row) => row.dataset['planRow'])
          const count = plan.sent().length
          plan.press({ key: 'Escape', shiftKey: true })
          await passTime(10)
          const denied = plan.sent().slice(count)
          expect(denied).toEqual(left.length === 0 ? [] : [{ decision: 'deny', calls: left }])
        } finally {
          plan.close()
          cleanup()
        }
      },
    ),
    { numRuns: 12, seed: 29, endOnFailure: true },
  )
}, 120_000)
