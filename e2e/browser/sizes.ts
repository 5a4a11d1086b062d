/** The contents of a window that are looked at, the smallest first. */
export const sizes = [
  { width: 640, height: 560 },
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
] as const
