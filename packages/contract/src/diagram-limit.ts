/** Characters of a diagram; a longer one stays code. */
export const MAX_DIAGRAM_CHARACTERS = 20_000
