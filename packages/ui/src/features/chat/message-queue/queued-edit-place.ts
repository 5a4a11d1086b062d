/** Where a window keeps the edit of a message that waits in a chat; see `useRetainedState`. */
export const queuedEditPlace = (conversationId: string | undefined): string =>
  `queued-edit ${conversationId}`
