import type { FakeModelApi, FakeStep } from '../fake-step.ts'
import { FAILING_QUIRKS } from './failing-quirks.ts'
import { HARMLESS_QUIRKS, OPEN_CONNECTION } from './harmless-quirks.ts'
import { pick, type FailingQuirk, type Quirk, type Random } from './quirk.ts'

/** A step with quirks drawn at random. */
export interface DrawnStep {
  step: FakeStep
  /** The names of the quirks. */
  quirks: string[]
  /** Codes of the failure; `undefined` for an answer that must be read whole. */
  codes: FailingQuirk['codes'] | undefined
}

const fitsApi = ({ apis }: Quirk, api: FakeModelApi): boolean => apis?.includes(api) ?? true

interface About {
  api: FakeModelApi
  fails: boolean
  random: Random
}

/** Adds up to three harmless quirks, and one with which the answer fails if it is to. */
export function drawStep(plain: FakeStep, { api, fails, random }: About): DrawnStep {
  const failing = fails ? drawFailing(plain, api, random) : undefined
  const harmless = Array.from({ length: random(4) }, () => pick(HARMLESS_QUIRKS, random))
  if (!failing && random(40) === 0) harmless.push(OPEN_CONNECTION)
  // What fails is the last change, of the answer as the others left it.
  const drawn = [...new Set(harmless), ...(failing ? [failing] : [])]
  const used: Quirk[] = []
  let step = plain
  for (const quirk of drawn) {
    const isSecondBody = quirk.body && (failing ? quirk !== failing : used.some(({ body }) => body))
    if (isSecondBody || !fitsApi(quirk, api) || quirk.fits?.(step) === false) continue
    if (quirk.step) step = quirk.step(step, random)
    used.push(quirk)
  }
  const written = step
  const write: NonNullable<FakeStep['write']> = ({ events: plainEvents, body }) => {
    const events = used.reduce((list, quirk) => quirk.events?.(list, random) ?? list, plainEvents)
    const last = used.find((quirk) => quirk.body)
    return (
      last?.body?.({ events, body, step: written }, random) ?? {
        pieces: events.map(({ data }) => data),
      }
    )
  }
  return { step: { ...step, write }, quirks: used.map(({ name }) => name), codes: failing?.codes }
}

function drawFailing(step: FakeStep, api: FakeModelApi, random: Random): FailingQuirk {
  for (;;) {
    const quirk = pick(FAILING_QUIRKS, random)
    if (fitsApi(quirk, api) && quirk.fits?.(step) !== false) return quirk
  }
}
