import type { MisbehaviourRow } from './row.ts'

/** What goes wrong when a server starts or ends. */
export const badStartRows = [
  {
    id: 'never-answers-initialize',
    does: 'never answers the handshake',
    outcome: 'Given up at the time limit, in words; the process is ended',
    eras: ['legacy'],
  },
  {
    id: 'asks-before-initialized',
    does: 'asks the host before the handshake is over',
    outcome: 'A ping is answered, all else refused; the connection opens',
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
