import type { Threat } from './threat.ts'

const readOnly = 'packages/host/src/chat/read-only-grants.test.ts'
const service = 'packages/host/src/chat/grant-service.test.ts'

/** What makes a tool run unasked that the person did not allow. */
export const threats: Threat[] = [
  {
    id: 'grants.flipped-hint',
    attacker: 'server',
    tries:
      'declares a tool read-only after the person allowed its read-only tools, or changes one that is among them',
    stoppedBy:
      'what is allowed together is a list of definitions that the person was shown; annotations are part of a definition, and another one is asked about',
    remains:
      'a server that declares from the start that a tool only reads, while it writes, is believed by whoever allows its read-only tools: the consent window says that nobody checks it',
    tests: [
      { file: readOnly, title: 'a tool that a server declares read-only later is asked about' },
      {
        file: readOnly,
        title:
          'a tool among them that is declared otherwise is asked about, and its permission is void',
      },
      { file: readOnly, title: 'a tool that is %s is not among them' },
      { file: readOnly, title: 'all of it is void once the server is another program' },
    ],
  },
  {
    id: 'grants.from-the-page',
    attacker: 'page',
    tries:
      'allows all read-only tools of a server, or a tool in all chats, by itself or in a moment when something else is pressed',
    stoppedBy:
      'both are decided in the consent window, which main fills with what it will allow; without a press in the window it is not even opened',
    remains:
      'script that rides on a press can run a tool that is always allowed, with arguments of its own, in a chat where the person sees it',
    tests: [
      {
        file: 'e2e/permissions.spec.ts',
        title: 'page script gets no permission: neither for read-only tools nor for all chats',
      },
      {
        file: readOnly,
        title: 'a server that became another one while its tools were read gets nothing',
      },
    ],
  },
  {
    id: 'grants.sent-after-revoking',
    attacker: 'model',
    tries: 'makes many calls at once, so that some are sent after the permission was revoked',
    stoppedBy:
      'each call looks for its permission again right before it is sent; without it the call is not made, and says so',
    tests: [
      {
        file: service,
        title: 'a call that was allowed and waits is not sent once the permission is revoked',
      },
      { file: service, title: 'once revoked during a turn, its next call is asked about' },
    ],
  },
]
