/* Apart from the schemas of chats: the first screen needs a number, and not what reads them. */

/** So many messages of what a chat shows can be pinned. */
export const MAX_PINNED_TURNS = 20
/** So many are remembered with those of versions that are not shown. */
export const MAX_KEPT_PINS = 200
