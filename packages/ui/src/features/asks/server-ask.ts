import type { Ask } from '@gatehouse/domain'

/** What a server asks by itself; an approval is the model's doing. */
export type ServerAsk = Exclude<Ask, { kind: 'tool-approval' }>
