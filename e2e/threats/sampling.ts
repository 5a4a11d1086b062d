import type { Threat } from './threat.ts'

const policies = 'packages/host/src/sampling/sampling-policies.test.ts'

/** What has a model answer a server more often, or more freely, than the person allowed. */
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
        file: 'packages/domain/src/sampling-policy.test.ts',
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
    id: 'sampling.changed-server',
    attacker: 'server',
    tries: 'goes on with a policy as another program or address, or after it was taken back',
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
      'a server raises at most one notification in a minute; what comes meanwhile is joined into the next',
    tests: [
      {
        file: 'apps/desktop/src/main/notices/ask-notices.test.ts',
        title:
          'one server raises at most one notification in a minute, and what came meanwhile is joined',
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
        file: 'apps/desktop/src/main/notices/ask-notices.test.ts',
        title: 'a server’s words are in no title, and inert where they are',
      },
      {
        file: 'apps/desktop/src/main/notices/ask-notices.test.ts',
        title:
          'tells of an ask only while the person looks elsewhere, and a click opens it and answers nothing',
      },
      {
        file: 'e2e/notices.spec.ts',
        title:
          'who looks elsewhere is told by the system of what waits, and a click shows it and answers nothing',
      },
    ],
  },
]
