import type { Threat } from './threat.ts'

const copied = 'packages/ui/src/features/chat/copy-to-clipboard/content-tree.test.ts'
const shownTest = 'packages/host/src/ask-queue/assert-displayed.test.ts'

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
        file: 'packages/domain/src/text/name-check.test.ts',
        title: 'zero width space: is refused in a draft, by its code point',
      },
      {
        file: 'packages/ui/src/lib/words/i18n.test.ts',
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
      { file: 'packages/domain/src/text/name-check.test.ts', title: 'github and gіthub' },
      {
        file: 'packages/host/src/servers/assert-name-free.test.ts',
        title: 'refuses a lookalike in words that name the other server',
      },
    ],
    remains:
      'Characters that look alike without either looking like ASCII, and names that only remind of each other, are not compared.',
  },
  {
    id: 'shown.title-of-server',
    attacker: 'server',
    tries:
      'Calls itself like another server of the person, like the app or like a host, so that its cards bear that name; or calls itself otherwise later.',
    stoppedBy:
      'A name of the person is never replaced. The suggested name of a host is replaced at the first connection alone, by a title that shares no look, part or separators with the name of another server, and that does not read as an address; otherwise the host stays in view.',
    tests: [
      {
        file: 'packages/host/src/servers/adopted-name.test.ts',
        title: 'is not taken where it is %j: %s',
      },
      {
        file: 'packages/host/src/servers/adopted-name.test.ts',
        title:
          'has its own title from the first connection on, which is stored and on record, and never another',
      },
      {
        file: 'packages/host/src/servers/adopted-name.test.ts',
        title: 'keeps the name that the person gave',
      },
    ],
    remains:
      'It can bear a name that no server here has, as that of a product that the person knows; its page shows the address.',
  },
  {
    id: 'shown.title-for-name',
    attacker: 'server',
    tries:
      'Gives delete_all_repositories the title "Read file", so that the record shows that a file was read.',
    stoppedBy:
      'The record holds the name and the title apart, Activity shows the name first, and the name stands beside the title on every card.',
    tests: [
      {
        file: 'packages/host/src/chat/tool-calls/approval.test.ts',
        title: 'records a tool by its name, and the title apart',
      },
      {
        file: 'packages/ui/src/features/chat/calls/tool-call-card.test.tsx',
        title: 'a title never stands without the real name beside it',
      },
    ],
  },
  {
    id: 'shown.link-words',
    attacker: 'model',
    tries:
      'Writes a link, or a picture, whose words are github.com and whose target is another host.',
    stoppedBy:
      'Where the words claim another host, hold hidden characters, or the target is in punycode or behind a user name, the real host stands beside them, and main asks in the consent window before it opens.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/markdown/link-warning.test.ts',
        title: 'github.com is doubted',
      },
      {
        file: 'packages/ui/src/features/chat/markdown/markdown-link.test.tsx',
        title:
          'shows the real host of a link whose words claim another, and tells main of the doubt',
      },
      {
        file: 'packages/ui/src/features/chat/markdown/markdown-link.test.tsx',
        title: 'shows the host of a picture whose words claim another, and tells main of the doubt',
      },
      {
        file: 'packages/ui/src/features/chat/markdown/link-warning.test.ts',
        title: 'github.com@ is doubted',
      },
    ],
    remains:
      'A host whose dot has a blank beside it, or a name without a public ending such as localhost, claims nothing.',
  },
  {
    id: 'shown.folded-away',
    attacker: 'model',
    tries: 'Hides an argument in deep nesting or behind the hundredth item of a list, out of view.',
    stoppedBy:
      'Values that were never in view are counted, and neither button nor key allows the call until they were opened, or the person chose to continue without viewing them.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/approvals/approval-card.test.tsx',
        title: 'is counted for nesting that is folded, and not allowed by button or key',
      },
      {
        file: 'packages/ui/src/features/chat/approvals/approval-card.test.tsx',
        title: 'is counted for the pages of a long array',
      },
      {
        file: 'packages/ui/src/features/chat/approvals/approval-card.test.tsx',
        title: 'is not allowed unchanged from the form either',
      },
    ],
    remains:
      'What is unfolded may lie outside of the part that is scrolled to; the card says that there is more below.',
  },
  {
    id: 'shown.folded-request',
    attacker: 'server',
    tries:
      'Puts what matters into the thirtieth message, the tools, the metadata or a call of a sampling request.',
    stoppedBy: 'The same count guards Run, Send and Submit on the cards of what servers ask.',
    tests: [
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title: 'messages beyond the first page of a sampling request are shown before it runs',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title: 'tools and metadata of a sampling request are shown before it runs',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title: 'a call in an answer is shown before the server gets it',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title: 'the end of a long question is shown before its form is submitted',
      },
    ],
  },
  {
    id: 'shown.launch-lost',
    attacker: 'configuration',
    tries:
      'Gives a variable named __proto__, or half a character in an argument: the review shows what the process does not get.',
    stoppedBy:
      'Drafts with either are refused; a property test starts random launches and compares arguments and environment of the process with the review.',
    tests: [
      {
        file: 'packages/domain/src/servers/server-draft.test.ts',
        title:
          'a variable or header named __proto__ is refused, for it would be shown and not passed on',
      },
      {
        file: 'packages/domain/src/servers/server-draft.test.ts',
        title: 'half a character is refused in a launch, for the process would get another one',
      },
      {
        file: 'apps/desktop/src/main/display-fidelity/executed-command.test.ts',
        title:
          'for random launches: arguments and environment of the process are those of the review',
      },
    ],
    remains:
      'Each process also gets the basic variables of the system and a mark by which it is found again; the review does not list these.',
  },
  {
    id: 'shown.odd-json',
    attacker: 'model',
    tries:
      'Gives arguments in JSON that readers take in different ways: repeated keys, -0, 1e400, 2^53+1, lone surrogates, __proto__, deep or wide values.',
    stoppedBy:
      'Each case is refused in words with nothing sent, or the bytes that the server receives are those of the raw view: a property test, with random edits, and for calls that a grant allows.',
    tests: [
      {
        file: 'apps/desktop/src/main/display-fidelity/executed-command.test.ts',
        title:
          'for random arguments of a model, as proposed or as edited, or it is refused in words',
      },
      {
        file: 'apps/desktop/src/main/display-fidelity/executed-command.test.ts',
        title: 'for calls that a grant allows: what is sent is what was recorded as proposed',
      },
      {
        file: 'e2e/shown.spec.ts',
        title: 'the bytes that a server receives are those that the card showed',
      },
    ],
  },
  {
    id: 'shown.type-for-type',
    attacker: 'model',
    tries: 'Sends the text "true" or an empty text where the person reads a yes, or nothing.',
    stoppedBy: 'A text that reads like another kind of value, or like nothing, stands in quotes.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/approvals/approval-card.test.tsx',
        title: 'a text that reads like another value, or like nothing, stands in quotes',
      },
    ],
  },
  {
    id: 'shown.drawn-launch',
    attacker: 'configuration',
    tries:
      'Has the consent window draw another command, argument, variable, directory, address or header than the program or server gets: a CR before a line break, an end that is not drawn, spaces that are trimmed, an address that clients write in another way.',
    stoppedBy:
      'Texts in the consent window are drawn whole, each CR too, or nothing can be allowed; headers that would be trimmed or not sent are refused; the address is also shown as it is asked for. A property test reads the drawn page back and compares it with what a real program and a real HTTP server received.',
    tests: [
      {
        file: 'apps/desktop/src/main/display-fidelity/rendered-text.test.ts',
        title: 'what the consent window draws of a random launch is what the program receives',
      },
      {
        file: 'apps/desktop/src/main/display-fidelity/rendered-text.test.ts',
        title:
          'what the consent window draws of a random address and headers is what its server receives',
      },
      {
        file: 'packages/ui/src/consent-window/consent-app.test.tsx',
        title: '%s is drawn to its end before anything can be allowed',
      },
      {
        file: 'packages/ui/src/consent-window/consent-app.test.tsx',
        title: 'a CR in an argument is drawn, though a line break follows',
      },
    ],
    remains:
      'Letters that look alike are drawn as they are; what decides between them is the folder and the fingerprint of the file.',
  },
  {
    id: 'shown.drawn-call',
    attacker: 'model',
    tries: 'Has the card of a call, or its editor, show other text than the server receives.',
    stoppedBy:
      'What the card draws as raw JSON, and what is typed in its editor, is compared byte by byte with what a real server received, for random texts; what cannot be sent as typed is refused in words.',
    tests: [
      {
        file: 'apps/desktop/src/main/display-fidelity/rendered-text.test.ts',
        title:
          'is, byte by byte, what the server receives, as proposed or as typed in its editor, or nothing is sent',
      },
    ],
  },
  {
    id: 'shown.title-for-value',
    attacker: 'server',
    tries:
      'Offers a choice "Keep" in a form whose value is delete-everything, or two choices of one title.',
    stoppedBy: 'Where the title of a choice is not its value, the value stands beside it.',
    tests: [
      {
        file: 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx',
        title: 'the value of a choice stands beside its title where they differ',
      },
      {
        file: 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx',
        title: 'the values of a list of choices stand beside their titles',
      },
      {
        file: 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx',
        title: 'a choice of the text "true" is distinguished from one of true',
      },
    ],
  },
  {
    id: 'shown.field-hides-text',
    attacker: 'server',
    tries:
      'Fills a field of one line with a text that has line breaks, unseen characters or a CR, or a number that is sent as another one.',
    stoppedBy:
      'A text with line breaks gets a field of several lines, unseen characters and CR are drawn below their field, and a number that would change is none.',
    tests: [
      {
        file: 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx',
        title: '%s in a field of one line is visible',
      },
      {
        file: 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx',
        title: 'a number typed as %s is sent as that number, or is none',
      },
    ],
  },
  {
    id: 'shown.copied-unseen',
    attacker: 'model',
    tries:
      'To have a person copy more than they see, or something else: into a terminal, a form, a message.',
    stoppedBy:
      'What is copied from the menu of a transcript is what is shown there, with each hidden character that is shown as a chip, and the app says how many there are; nothing of its own controls is in it.',
    tests: [
      { file: copied, title: 'hidden characters that are shown as chips are themselves, in both' },
      { file: copied, title: 'buttons, icons and words for screen readers are no part of it' },
      {
        file: copied,
        title: 'what is folded away is no part of it, nor are hidden characters in it',
      },
      {
        file: 'e2e/chat-copy.spec.ts',
        title: 'messages, calls and what is selected are copied as Markdown and as plain text',
      },
    ],
    remains:
      'The buttons that copy a whole message, answer or call, and the keys of the system, copy hidden characters as well and do not count them. The clipboard replaces halves of characters that are no text.',
  },
]
