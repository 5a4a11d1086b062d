/** For what only the person ends. */
export const NEVER_ABORTED = new AbortController().signal
