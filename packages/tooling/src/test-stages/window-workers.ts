import { availableParallelism } from 'node:os'

/**
 * End-to-end tests that run at once, each in a window on a display of its own. They wait for a good part of their time:
 * two for each core keep a small machine busy.
 */
export const windowWorkers = Math.min(availableParallelism() * 2, 6)
