import { createContext } from 'react'

/** Set around Markdown of a server: its links and pictures are text with their addresses. */
const Inert = createContext(false)

export const InertLinks = Inert.Provider
export { Inert as InertLinksContext }
