/** A signal for work that only the person ends. */
export const NEVER_ABORTED = new AbortController().signal
