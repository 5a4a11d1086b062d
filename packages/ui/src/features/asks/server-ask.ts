import type { Ask } from '@gatehouse/domain'

/** An ask that comes from a server; an approval comes from the model. */
export type ServerAsk = Exclude<Ask, { kind: 'tool-approval' }>
