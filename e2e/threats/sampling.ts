import type { Threat } from './threat.ts'

const policies = 'packages/host/src/sampling-policy-settings/sampling-policy-settings.test.ts'

/** Attacks that get a model's answers for a server more often, or more freely, than the person allowed. */
export const threats: Threat[] = [
  {
    id: 'sampling.policy-from-the-page',
    attacker: 'page',
    tries: 'gives a server a sampling policy, a larger budget or another model, or lifts a refusal',
    stoppedBy:
      'a rule that lets a server do more than now is decided in the consent window, which main fills with what it will save; without a press in the window it is not even opened',
    tests: [
      { file: 'e2e/sampling-policy.spec.ts', title: 'page script gives no server a policy' },
      {
        file: policies,
        title:
          'a rule that allows more is given in the consent window, one that allows less is not asked about',
      },
      {
        file: 'packages/domain/src/sampling/sampling-policy.test.ts',
        title: '$change widens or does not what a server may do',
      },
    ],
  },
  {
    id: 'sampling.over-budget',
    attacker: 'server',
    tries:
      'uses more tokens than the day’s budget: many requests at once, one that fails, one whose provider reports nothing, or one during which the app is killed',
    stoppedBy:
      'the most that a run can use is counted on disk before it begins, and only what the provider reports in the end takes its place',
    remains:
      'a provider that writes more than it was allowed to, or reports less than it used, is believed',
    tests: [
      {
        file: policies,
        title:
          'requests at the same time share the budget: what one reserves the other does not have',
      },
      {
        file: policies,
        title: 'what was reserved and never settled stays counted: a crash gives nothing back',
      },
      {
        file: policies,
        title:
          'a failed run counts with the most that it can have used, and its card says that it failed',
      },
      {
        file: policies,
        title: 'a provider that reports nothing counts with the most that the run can have used',
      },
      {
        file: 'packages/store/src/sampling-store.test.ts',
        title:
          'policies and what was used outlive the app, a reservation that was never settled too',
      },
      {
        file: 'e2e/sampling-policy.spec.ts',
        title: 'what a run reserved stays counted when the app is killed in the middle of it',
      },
    ],
  },
  {
    id: 'sampling.unasked-loop',
    attacker: 'server',
    tries: 'spends the budget by itself, or in a loop of tools that has no end',
    stoppedBy:
      'only what a tool call caused runs unasked, and ten times for one call; after that, and otherwise, the person is asked',
    remains:
      'in the older protocol a server does not say which call a request belongs to: all that run count as its cause',
    tests: [
      {
        file: policies,
        title: 'pictures, and what no tool call caused, are asked about whatever the budget',
      },
      { file: policies, title: 'one tool call has ten runs unasked, then the person is asked' },
    ],
  },
  {
    id: 'sampling.endless-steps',
    attacker: 'server',
    tries:
      'asks for one answer after the other during a call, in a loop of its tools, to wear the person down',
    stoppedBy:
      'each card says which request of its call it is; after 50 during one call, asked about or not, further ones are refused, which the server’s log records',
    remains: 'in the older protocol a request counts for all calls that run at its server',
    tests: [
      {
        file: 'packages/host/src/server-requests/sampling-iteration-limit.test.ts',
        title: 'numbers the requests of a call and refuses those beyond its limit',
      },
      {
        file: 'packages/host/src/server-requests/sampling-iteration-limit.test.ts',
        title:
          'counts a request for each call that may have caused it, and refuses it once none has steps left',
      },
    ],
  },
  {
    id: 'sampling.context-grab',
    attacker: 'server',
    tries:
      'asks with includeContext for what other servers gave in the chat, to have the model tell it in the answer',
    stoppedBy:
      'nothing is added unless the person adds it, server by server, as a message that stands on the card whole and can be edited; only results of the one chat that caused the request are offered; what a rule for the two servers keeps apart is not; a budget never adds any',
    remains: 'the person may add what they should not, and the answer may repeat it',
    tests: [
      {
        file: 'packages/host/src/server-requests/sampling-context.test.ts',
        title:
          'offers the earlier results of the server in the chat that caused the request, and adds none',
      },
      {
        file: 'packages/host/src/server-requests/sampling-context.test.ts',
        title: 'keeps out the servers whose results may not go to the one that asks',
      },
      {
        file: 'packages/host/src/server-requests/sampling-context.test.ts',
        title: 'offers nothing when calls of several chats may have caused the request',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-messages.test.tsx',
        title: 'sends none of the context that was not added, or taken out again',
      },
      {
        file: 'e2e/sampling-arranged.spec.ts',
        title:
          'what the person added, moved and took out is what the model gets, and the chat keeps a line of it',
      },
    ],
  },
  {
    id: 'sampling.torn-pair',
    attacker: 'page',
    tries: 'sends a model a call of a tool without its result, or a result that nothing asked for',
    stoppedBy:
      'on the card both move together; main looks at the pairs again before a model is asked, and refuses what is torn',
    tests: [
      {
        file: 'packages/host/src/server-requests/sampling-handler.test.ts',
        title: 'takes no messages in which a call of a tool is torn from its result',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/message-edits.test.ts',
        title: 'keeps every call with its result, whatever is moved, added or taken out',
      },
    ],
  },
  {
    id: 'sampling.changed-server',
    attacker: 'server',
    tries: 'keeps using a policy as another program or address, or after it was revoked',
    stoppedBy:
      'a policy is bound to the server’s identity, except one that refuses; it is looked for again before a model is asked and before an answer is sent unseen',
    tests: [
      { file: policies, title: 'a budget of another program allows nothing, and says so' },
      {
        file: policies,
        title: 'never refuses without asking anybody, also once the server is another one',
      },
      {
        file: policies,
        title: 'an answer is shown when the policy that let it go unseen was taken back meanwhile',
      },
    ],
  },
  {
    id: 'sampling.notification-flood',
    attacker: 'server',
    tries: 'fills the screen with notifications, by asking and taking back without end',
    stoppedBy:
      'a server raises at most one notification in a minute; what comes meanwhile is joined into the next; of what is about to expire it raises one more at most',
    tests: [
      {
        file: 'apps/desktop/src/main/notices/ask-notifications.test.ts',
        title:
          'one server raises at most one notification in a minute, and what came meanwhile is joined',
      },
      {
        file: 'apps/desktop/src/main/notices/ask-notifications.test.ts',
        title:
          'a server that asks for many things with a short limit raises one reminder in a minute',
      },
    ],
  },
  {
    id: 'sampling.notification-words',
    attacker: 'server',
    tries:
      'writes a notification that looks like another program’s, with markup, links or text that runs backwards',
    stoppedBy:
      'the title has the server’s name as the person gave it and fixed words; the server’s text stands in quotes in the body, on one line, cut, without markup and what cannot be seen; a click only shows the ask',
    remains:
      'who can see the screen reads the beginning of what a server asks; Settings switch that off',
    tests: [
      {
        file: 'apps/desktop/src/main/notices/ask-notifications.test.ts',
        title: 'a server’s words are in no title, and inert where they are',
      },
      {
        file: 'apps/desktop/src/main/notices/ask-notifications.test.ts',
        title:
          'notifies of an ask only while the person looks elsewhere, and a click opens it and answers nothing',
      },
      {
        file: 'e2e/notices.spec.ts',
        title:
          'who looks elsewhere is notified by the system of what waits, and a click shows it and answers nothing',
      },
    ],
  },
]
