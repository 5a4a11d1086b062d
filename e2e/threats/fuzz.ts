import type { Threat } from './threat.ts'

const file = 'e2e/fuzz/limits.fuzz.ts'
const lives = {
  file,
  title: 'the next start is healthy, and nothing ends by itself',
}

/** Defences against anything that the seeded fuzz of the built application finds. */
export const threats: Threat[] = [
  {
    id: 'fuzz.main-blocked',
    attacker: 'server',
    tries:
      'sends floods, giant or deep messages, endless lists and notifications until main stands still',
    stoppedBy: 'everything that comes in has a budget that is applied before it is parsed or kept',
    tests: [{ file, title: 'main responds within 100 ms throughout' }, lives],
  },
  {
    id: 'fuzz.window-blocked',
    attacker: 'model',
    tries: 'answers with text, calls and markdown that the window is slow to draw',
    stoppedBy: 'steps, blocks and markdown have budgets, and large ones are drawn in parts',
    tests: [{ file, title: 'the window responds within 250 ms throughout' }, lives],
    remains:
      'In an attack of ten minutes the window was once kept from responding for 257 ms, when cards were answered.',
  },
  {
    id: 'fuzz.memory',
    attacker: 'file',
    tries: 'sends pictures and results that take hundreds of times their size once they are opened',
    stoppedBy:
      'pictures are judged by their headers, results by their bytes, before they are opened',
    tests: [{ file, title: 'all processes stay under 700 MB' }],
  },
  {
    id: 'fuzz.disk',
    attacker: 'model',
    tries: 'makes the record grow by more than what is kept in it',
    stoppedBy: 'what is kept is appended, not written again, and each part of it has a budget',
    tests: [{ file, title: 'the database grows by at most 1.2 bytes per byte kept' }],
  },
  {
    id: 'fuzz.commands',
    attacker: 'page',
    tries: 'runs a program by calling routes, by an import, a link or a planted copy',
    stoppedBy: 'a program runs only after a consent that script in the window cannot give',
    tests: [{ file, title: 'no command runs unapproved' }],
  },
  {
    id: 'fuzz.calls',
    attacker: 'model',
    tries: 'has a tool run, or run with other arguments, without a decision about it',
    stoppedBy: 'each call is decided about and kept with its arguments before the server gets it',
    tests: [{ file, title: 'no call reaches a server without a decision in the record' }],
  },
  {
    id: 'fuzz.lost-work',
    attacker: 'program',
    tries: 'kills main or the window at any moment, so that work is lost or no start succeeds',
    stoppedBy:
      'what is shown as done is on disk before, and a start needs nothing from the last one',
    tests: [lives, { file, title: 'nothing that was shown as done is lost' }],
  },
]
