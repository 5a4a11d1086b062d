/** Transport and era of a connection to an MCP server. */
export type ProtocolVariant =
  | 'stdio legacy'
  | 'stdio modern'
  | 'http legacy'
  | 'http modern'
  | 'sse legacy'
  /** A transport that is registered by name. */
  | 'custom legacy'
  | 'custom modern'

/** One thing that can be asserted by itself. */
export interface Clause {
  /** One sentence. */
  statement: string
  /** Pages of the specification, of the newest revision that has them; default: those of the requirement. */
  section?: string
  /** The variants in which it exists; each needs a proof. Default: those of the requirement. */
  variants?: readonly ProtocolVariant[]
}

/** Demand of the product or the protocol, and the assertions that it needs. */
export interface Requirement {
  promise: string
  section?: string
  variants?: readonly ProtocolVariant[]
  /** By name; a test records `proves('id.name')` where it asserted one. A plain text is what it `says`. */
  clauses: Readonly<Record<string, string | Clause>>
}
