import type { MisbehaviourRow } from './misbehaviour-row.ts'

/** Faults of the start or end of a server. */
export const badStartRows = [
  {
    id: 'never-responds-to-initialize',
    does: 'never responds to the handshake',
    outcome: 'Ends at the time limit, with a message; the process is ended',
    eras: ['legacy'],
  },
  {
    id: 'asks-before-initialized',
    does: 'asks the host before the handshake is over',
    outcome: 'A ping gets its response, all else is refused; the connection opens',
    over: ['stdio'],
    eras: ['legacy'],
  },
  {
    id: 'never-ends',
    does: 'goes on after its input ended and after SIGTERM',
    outcome: 'Killed with its whole tree after two graces',
    over: ['stdio'],
    eras: ['legacy'],
  },
] as const satisfies readonly MisbehaviourRow[]
