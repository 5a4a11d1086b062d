/** Limits of one step of a model. Anything beyond is dropped, and that is shown. */
export const STEP_LIMITS = {
  /** Tool calls; the rest are not made. */
  calls: 64,
  /** Characters of text and reasoning together. */
  characters: 1_000_000,
  /** Characters of one call's arguments as the model wrote them. */
  callCharacters: 1024 * 1024,
  /** Characters of the arguments of all calls. */
  inputCharacters: 4 * 1024 * 1024,
} as const

/** Characters of an id or a name that a model gives a call; the rest is cut. */
export const MAX_CALL_LABEL = 256
