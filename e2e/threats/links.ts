import type { Threat } from './threat.ts'

const links = 'packages/host/src/links/link-service.test.ts'
const found = (how: string) => `text of the chat in an address › ${how} is found, marked and named`
const shown = (why: string) =>
  `an address that can carry something › is shown first because of its ${why}, and opens nothing when it is refused`

/** Data that a link of an answer would tell to its host. */
export const threats: Threat[] = [
  {
    id: 'links.carried-text',
    attacker: 'model',
    tries:
      'Writes a link whose address holds text of the chat, as it is, encoded, in the host or in pieces over many links, so that one click sends it to any host.',
    stoppedBy:
      'Main compares the address with all that the chat holds, and shows it whole in the consent window before it opens one with text of the chat, a query, a fragment, or a long path or host. What is opened is what was shown.',
    remains:
      'Paraphrase, translation, encryption, letters among other letters, pieces in names of sites or with words between them, pieces of a chat that went before a restart, and pieces of fewer than 12 characters that nobody sees as one text, up to 60 characters of path. What a model read in a picture is found only where an earlier answer has it.',
    tests: [
      ...['of a message', 'of a server', 'in percent signs', 'in Base64', 'in hex'].map((how) => ({
        file: links,
        title: found(how),
      })),
      { file: links, title: found('in Base64 over segments') },
      {
        file: links,
        title:
          'text of the chat in an address › is found in encoded pieces over links that were opened one after the other',
      },
      { file: links, title: found('in the host') },
      { file: links, title: shown('query') },
      { file: links, title: shown('long-path') },
      {
        file: links,
        title:
          'text of the chat in an address › is found in pieces over links that were opened one after the other',
      },
      { file: links, title: 'a file that is attached counts as text of the chat' },
      {
        file: 'packages/ui/src/consent-window/consent-screen.test.tsx',
        title:
          'an address is shown whole, its host first, with the text of the chat in it marked and named',
      },
      {
        file: 'e2e/links.spec.ts',
        title: 'a link of an answer takes no text of the chat to its host before the person saw it',
      },
    ],
  },
  {
    id: 'links.remembered-host',
    attacker: 'model',
    tries: 'Has the person remember a host, and then links to it with text of the chat.',
    stoppedBy:
      'A remembered host is asked about as before where text of the chat is in the address, and rules between servers hold.',
    tests: [
      {
        file: links,
        title:
          'text of the chat in an address › is asked about for a remembered host, whose other addresses open at once',
      },
      {
        file: links,
        title:
          'a rule that keeps a server’s text from another holds for the pages of that one’s host',
      },
    ],
  },
  {
    id: 'links.of-the-page',
    attacker: 'page',
    tries: 'Has an address opened that is in no chat, or names another chat to be compared with.',
    stoppedBy:
      'Main reads the chat itself, and shows every address that is not in the named chat. Outside of chats only the app’s own pages open.',
    tests: [
      {
        file: links,
        title:
          'an address that can carry something › is shown first when the chat has no such address',
      },
      {
        file: links,
        title: 'opens the app’s own pages at once, and no other page that is in no chat',
      },
      {
        file: links,
        title: 'opens nothing when the chat was deleted while the window was open',
      },
    ],
  },
]
