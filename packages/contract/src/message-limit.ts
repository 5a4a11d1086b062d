/** Longest message a person can send, in characters. */
export const MAX_MESSAGE_CHARACTERS = 1_000_000
