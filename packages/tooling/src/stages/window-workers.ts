/** End-to-end tests that run at once, each in a window on a display of its own. */
export const windowWorkers = 2
