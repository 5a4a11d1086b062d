/* Apart from the schemas of chats: the first screen needs a number, and not what reads them. */

/** Number of messages of the shown branch that can be pinned. */
export const MAX_PINNED_TURNS = 20
/** Number of pins that are stored, those of hidden versions included. */
export const MAX_KEPT_PINS = 200
