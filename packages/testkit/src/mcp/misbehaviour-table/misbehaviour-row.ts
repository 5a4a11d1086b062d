/** One way for a server to break the rules, and what Gatehouse does about it. */
export type MisbehaviourRow = {
  id: string
  /** Goes on from "A server that …". */
  does: string
  /** Effect that a person or another part of the app notices. */
  outcome: string
  /** Default: both. */
  over?: readonly ('stdio' | 'http')[]
  /** Default: both. */
  eras?: readonly ('legacy' | 'modern')[]
}

/** The outcome of a call whose response is broken. */
export const namedFault = 'The call fails at once and says what is wrong with the response'
