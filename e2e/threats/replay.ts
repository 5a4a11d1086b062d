import type { Threat } from './threat.ts'

const once = 'packages/mcp/src/transports/http/sent-once.test.ts'
const session = 'packages/mcp/src/session/http/open-http-session.test.ts'
const asked = 'packages/host/src/server-requests/elicitation-handler.test.ts'

/** Attacks that repeat an action that the person allowed once. */
export const threats: Threat[] = [
  {
    id: 'twice.lost-session',
    attacker: 'server',
    tries:
      'To have one allowed call run twice, by doing it and then responding that its session is gone.',
    stoppedBy:
      'Calls, and responses to what a server asks, are sent once; the session is started again, and the call ends with an unknown outcome, which also suspends a standing permission.',
    tests: [
      {
        file: once,
        title: 'a call is not sent again when its session is reported as expired: %s',
      },
      {
        file: session,
        title: 'a session that the server forgot is begun anew, once, and no call is made again',
      },
    ],
  },
  {
    id: 'twice.redirect',
    attacker: 'server',
    tries: 'To have one allowed call run six times, by doing it and then sending it on to itself.',
    stoppedBy:
      'Only what reads follows a redirect within the origin; calls go to where that led, once.',
    tests: [
      { file: once, title: 'a call is not sent on by a redirect: %s' },
      {
        file: once,
        title:
          'a server whose address leads on to another path is asked there, and its calls go there at once',
      },
      {
        file: once,
        title: 'the response to what a server asks is sent once, wherever it is sent on to',
      },
    ],
  },
  {
    id: 'twice.misdirected',
    attacker: 'server',
    tries: 'To have the HTTP client itself send a call a second time, as it does for status 421.',
    stoppedBy: 'Each message has an agent that sends one request.',
    tests: [
      {
        file: once,
        title: 'a call is not sent again for 421, which a client of HTTP may repeat by itself',
      },
      { file: once, title: 'a call that gets HTTP %i is sent once' },
    ],
  },
  {
    id: 'twice.finished-page',
    attacker: 'server',
    tries:
      'To have a call sent again without asking, by requesting a page for it and calling that page finished at once.',
    stoppedBy:
      'The word of a server that a page is done with counts once the person opened the page.',
    tests: [
      {
        file: asked,
        title: 'is not made again on the word of its server before the person opened the page: %s',
      },
    ],
  },
  {
    id: 'twice.rounds',
    attacker: 'server',
    tries:
      'To have a call of the modern era sent up to ten times, by responding that input is needed and asking for none.',
    stoppedBy: 'At most ten rounds belong to a call.',
    tests: [],
    remains:
      'The protocol lets a server ask for a further round of the same call without a question; it is sent without asking the person again.',
  },
]
