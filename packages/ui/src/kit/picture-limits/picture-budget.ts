import { createContext, useContext, useEffect, useState } from 'react'

/** Pixels of all pictures that are decoded at the same time; two of the largest, about 200 MB. */
const MAX_DECODED_PIXELS = 48_000_000

interface Claim {
  pixels: number
  granted: boolean
  grant: () => void
}

/** Lets as many pictures be decoded at a time as fit; the others wait in their order. */
export class PictureBudget {
  readonly #limit: number
  #used = 0
  #waiting: Claim[] = []

  constructor(limit = MAX_DECODED_PIXELS) {
    this.#limit = limit
  }

  /** Calls `grant` now or once there is room; the result gives the room back. */
  claim(pixels: number, grant: () => void): () => void {
    const claim: Claim = { pixels, granted: false, grant }
    this.#waiting.push(claim)
    this.#serve()
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== claim)
      if (claim.granted) this.#used -= pixels
      claim.granted = false
      this.#serve()
    }
  }

  #serve(): void {
    for (;;) {
      const next = this.#waiting[0]
      if (!next || (this.#used > 0 && this.#used + next.pixels > this.#limit)) return
      this.#waiting.shift()
      this.#used += next.pixels
      next.granted = true
      next.grant()
    }
  }
}

/** The budget of one window. */
export const PictureBudgetContext = createContext(new PictureBudget())

/** Returns true if a picture of so many pixels may be decoded now; 0 asks for nothing. */
export function usePictureSlot(pixels: number): boolean {
  const budget = useContext(PictureBudgetContext)
  const [granted, setGranted] = useState(false)
  useEffect(() => {
    if (pixels === 0) return undefined
    const release = budget.claim(pixels, () => setGranted(true))
    return () => {
      release()
      setGranted(false)
    }
  }, [budget, pixels])
  return granted && pixels > 0
}
