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
  {
    id: 'grants.workspace',
    attacker: 'page',
    tries:
      'Moves a chat to a workspace in which more is allowed, or has a tool allowed in another workspace than the card named, so that calls run there unasked.',
    stoppedBy:
      'Moving is an act; where the workspace has permissions main asks in the consent window, with each tool named, and again refuses when they changed meanwhile. What is allowed in a workspace is for the one that the chat is in before and after that window.',
    tests: [
      {
        file: 'packages/host/src/chat/chat-workspaces.test.ts',
        title:
          'a chat comes to a workspace with permissions only when that was consented to, with each tool named',
      },
      {
        file: 'packages/host/src/chat/chat-workspaces.test.ts',
        title: 'permissions that change while a move is asked about stop it',
      },
      {
        file: 'packages/host/src/chat/chat-workspaces.test.ts',
        title:
          'nothing is allowed for a workspace that the chat is not in, or left while it was asked about',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title: 'script in the page, with nothing pressed › moves no chat to another workspace',
      },
    ],
    remains:
      'Riding on a press it can move a chat to a workspace that has no permissions; what is allowed there later counts in that chat too, as the consent window says.',
  },
]
