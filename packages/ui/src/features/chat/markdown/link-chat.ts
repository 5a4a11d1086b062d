import { createContext } from 'react'

/** The chat that drawn links are in; main compares an address with its text. */
export const LinkChat = createContext<string | null>(null)
