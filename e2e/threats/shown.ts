import type { Threat } from './threat.ts'

const shownTest = 'packages/host/src/asks/shown.test.ts'

export const threats: Threat[] = [
  {
    id: 'shown.lost-on-the-way',
    attacker: 'model',
    tries:
      'Proposes arguments of which a part is lost between main and the window (a __proto__ key), so that the person allows what they cannot see.',
    stoppedBy:
      'The window sends the SHA-256 of the canonical text of what it drew; main compares it with what it would send and refuses when they differ.',
    tests: [
      {
        file: shownTest,
        title: 'is refused, and asked still, when the window showed other arguments',
      },
      { file: shownTest, title: 'is refused when an edit lost a part on its way to main' },
    ],
  },
  {
    id: 'shown.unsigned',
    attacker: 'page',
    tries: 'Answers an ask without having drawn it, or with what was shown of another call.',
    stoppedBy:
      'An answer that lets something out needs the hash over server, tool and content of this very ask.',
    tests: [
      {
        file: shownTest,
        title: 'is refused without the hash of what was shown, for a call and for an edit',
      },
      { file: shownTest, title: 'is refused for the hash of another tool or server' },
    ],
    remains:
      'A page whose script is hostile can compute the hash itself; what it may never decide alone is asked outside of it.',
  },
  {
    id: 'shown.changed-after-consent',
    attacker: 'server',
    tries: 'Has the arguments of a call differ from what was allowed by the time they are sent.',
    stoppedBy: 'The hash is compared again with the very value that is sent, at that moment.',
    tests: [
      { file: shownTest, title: 'is compared again when it is sent, and then rejected in words' },
    ],
  },
  {
    id: 'shown.unseen-name',
    attacker: 'configuration',
    tries: 'Names a server github + U+200B, so that its cards say "github".',
    stoppedBy:
      'Names with characters that cannot be seen are refused in drafts and imports; where such a name is stored already, every place draws the character by its code point.',
    tests: [
      {
        file: 'packages/domain/src/name-check.test.ts',
        title: 'zero width space: is refused in a draft, by its code point',
      },
      {
        file: 'packages/ui/src/lib/i18n.test.ts',
        title: 'names hidden characters in whatever is filled in',
      },
    ],
  },
  {
    id: 'shown.lookalike-name',
    attacker: 'configuration',
    tries:
      'Names a server with letters of another alphabet that look like those of a server that is trusted.',
    stoppedBy:
      'Names are compared as they look (UTS #39), in drafts and imports; a lookalike is refused in words that name the other server.',
    tests: [
      { file: 'packages/domain/src/name-check.test.ts', title: 'github and gіthub' },
      {
        file: 'packages/host/src/servers/assert-name-free.test.ts',
        title: 'refuses a lookalike in words that name the other server',
      },
    ],
    remains:
      'Characters that look alike without either looking like ASCII, and names that only remind of each other, are not compared.',
  },
  {
    id: 'shown.title-for-name',
    attacker: 'server',
    tries:
      'Gives delete_all_repositories the title "Read file", so that the record says that a file was read.',
    stoppedBy:
      'The record holds the name and the title apart, Activity shows the name first, and the name stands beside the title on every card.',
    tests: [
      {
        file: 'packages/host/src/chat/approval.test.ts',
        title: 'records a tool by its name, and the title apart',
      },
      {
        file: 'packages/ui/src/features/chat/tool-call-card.test.tsx',
        title: 'a title never stands without the real name beside it',
      },
    ],
  },
  {
    id: 'shown.link-words',
    attacker: 'model',
    tries: 'Writes a link whose words are github.com and whose target is another host.',
    stoppedBy:
      'Where the words claim another host, hold hidden characters, or the target is in punycode or behind a user name, the real host stands beside them, and opening asks first.',
    tests: [
      { file: 'packages/ui/src/features/chat/link-doubt.test.ts', title: 'github.com is doubted' },
      {
        file: 'packages/ui/src/features/chat/markdown-link.test.tsx',
        title: 'shows the real host of a link whose words claim another, and asks before it opens',
      },
    ],
  },
]
