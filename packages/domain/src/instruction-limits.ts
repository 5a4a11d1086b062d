// Without a schema library: the window's screens use it.

/** Characters of a server's instructions that a person may be asked to read, and of all that models are given. */
export const INSTRUCTION_LIMITS = { characters: 16_000, allCharacters: 64_000 } as const
