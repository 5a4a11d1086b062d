import { availableParallelism } from 'node:os'

/**
 * End-to-end tests that run at once, each in a window on a display of its own. They wait for a good part of their time:
 * one for each core and one more keep it busy.
 */
export const windowWorkers = Math.min(availableParallelism() + 1, 6)
