import { useContext, useEffect, useState } from 'react'
import { PictureBudgetContext } from './picture-budget.ts'

/** Whether a picture of so many pixels may be decoded now; 0 asks for nothing. */
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
