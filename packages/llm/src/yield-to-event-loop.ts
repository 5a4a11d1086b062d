/** A turn of the event loop: timers, the window's calls and other sockets are served. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
