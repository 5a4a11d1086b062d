import type { Threat } from './threat.ts'

const markdown = 'packages/ui/src/features/chat/markdown/markdown-cost.test.tsx'
const readPicture = 'packages/domain/src/content/read-picture.test.ts'
const picture = 'packages/ui/src/kit/picture-limits/check-picture-limits.test.ts'
const entries = 'packages/store/src/chats/bounded-entry.test.ts'
const safeStart = 'e2e/safe-start.spec.ts'
const appWindows = 'apps/desktop/src/main/windows/app-windows.test.ts'
const chatWindows = 'e2e/chat-windows.spec.ts'
const accelerator = 'packages/domain/src/settings/accelerator.test.ts'
const quickAsk = 'e2e/quick-ask.spec.ts'
const guard = 'apps/desktop/src/main/consent/page-guard.test.ts'
const heavy = 'e2e/window-heavy.spec.ts'

/** Attacks that freeze, fill or brick the window. */
export const threats: Threat[] = [
  {
    id: 'window.many-blocks',
    attacker: 'server',
    tries: 'To block the window with a result of thousands of blocks.',
    stoppedBy:
      'A result is drawn 20 blocks at a time; what an older file holds beyond 500 is not read.',
    tests: [
      { file: heavy, title: 'a result of hundreds of blocks is drawn a stretch at a time' },
      { file: entries, title: 'keeps the first 500 blocks and all that is not the result' },
    ],
  },
  {
    id: 'window.old-file',
    attacker: 'file',
    tries:
      'To crash the app at each start by a result of millions of blocks that is in the file already.',
    stoppedBy: 'Rows are cut in one pass before they are parsed, and the part left out is named.',
    tests: [
      { file: entries, title: 'passes over two million blocks quickly' },
      {
        file: 'packages/store/src/chats/move-results.test.ts',
        title: 'what cannot be read of an older file is kept whole beside what can',
      },
      { file: entries, title: 'leaves structured content of millions of values out' },
      { file: entries, title: 'cuts a huge text where no character is torn' },
    ],
    remains:
      'A row of tens of megabytes is passed over once, when the file is brought to this format.',
  },
  {
    id: 'window.huge-picture',
    attacker: 'server',
    tries: 'To fill the memory with a small file that decodes to hundreds of megapixels.',
    stoppedBy:
      'Pictures are judged by every size that their bytes claim before anything decodes them.',
    tests: [
      {
        file: picture,
        title: 'refuses a picture of 20,000 × 20,000 pixels in 48 KB before it is decoded',
      },
      { file: readPicture, title: 'takes the largest of all sizes that a file claims' },
      { file: picture, title: 'refuses what moves or is decoded in passes without end' },
      { file: heavy, title: 'a picture of 20,000 × 20,000 pixels is refused in words' },
    ],
  },
  {
    id: 'window.many-pictures',
    attacker: 'server',
    tries: 'To fill the memory with hundreds of pictures, each just small enough.',
    stoppedBy: 'Pictures are drawn near the view only, and 48 megapixels at a time.',
    tests: [{ file: picture, title: '500 pictures of 24 megapixels are decoded two at a time' }],
  },
  {
    id: 'window.huge-icon',
    attacker: 'server',
    tries: 'To do the same with its icon or those of its tools.',
    stoppedBy: 'An icon is drawn only if it is small, still and in the address itself.',
    tests: [{ file: picture, title: 'an icon is small, still and in the address itself' }],
  },
  {
    id: 'window.deep-markdown',
    attacker: 'model',
    tries:
      'To overflow the markdown parser with lists or quotes in each other, and take the chat with it.',
    stoppedBy: 'Nesting is bounded before parsing, and a fault in drawing one message stays in it.',
    tests: [
      { file: markdown, title: 'deep lists and quotes are refused before the parser sees them' },
      {
        file: heavy,
        title: 'markdown that overflows or stalls its parser is plain text, and the chat lives',
      },
    ],
  },
  {
    id: 'window.slow-markdown',
    attacker: 'model',
    tries: 'To stall the window with markdown that is slow to parse.',
    stoppedBy: 'Answers are cut into parts, and each is judged in linear time before it is parsed.',
    tests: [
      {
        file: markdown,
        title: 'cuts whatever it gets into parts that can be judged by themselves',
      },
      { file: markdown, title: 'judges a large text quickly' },
    ],
  },
  {
    id: 'window.many-tools',
    attacker: 'server',
    tries: 'To hold lists and palettes up with a thousand tools of long descriptions.',
    stoppedBy:
      'Long lists draw what is in view, palettes and boxes at most a hundred or two items.',
    tests: [
      {
        file: heavy,
        title:
          'a server of a thousand tools with long descriptions is browsed and searched without a halt',
      },
    ],
  },
  {
    id: 'window.brick',
    attacker: 'server',
    tries: 'To crash the app or its window in a way that repeats at each start.',
    stoppedBy: 'After a crash no chat is opened and no server started until the person chooses to.',
    tests: [
      {
        file: safeStart,
        title: 'after a crash no chat is opened and no server started until the person says so',
      },
      {
        file: safeStart,
        title: 'the chat that was open before a crash stays closed when it is only passed over',
      },
      {
        file: safeStart,
        title: 'a quit of a window that hangs counts as a crash; any other quit leaves no trace',
      },
    ],
  },
  {
    id: 'window.dead-renderer',
    attacker: 'server',
    tries: 'To kill the process of the window again and again.',
    stoppedBy: 'It comes back without what was open, and when it dies again as a page of words.',
    tests: [
      {
        file: safeStart,
        title: 'a window that died comes back without the chat that was open; servers go on',
      },
      {
        file: safeStart,
        title: 'a window that dies again shows a page of words, which leads back',
      },
    ],
  },
  {
    id: 'window.other-press',
    attacker: 'page',
    tries: 'Acts from one window with a press that the person made in another.',
    stoppedBy:
      'Each window has a guard of its own, with its own presses, its own keyboard and its own record of which asks it was sent.',
    tests: [
      { file: appWindows, title: 'a press in one authorises no call from another' },
      { file: appWindows, title: 'an ask must have been in the very window for half a second' },
      {
        file: chatWindows,
        title:
          'a card is answered in the window of its chat, and a press there answers nothing from another window',
      },
    ],
  },
  {
    id: 'window.comes-up',
    attacker: 'page',
    tries: 'Brings a window to the front by itself, under a press that was meant for another.',
    stoppedBy:
      'Opening a window and going to a place in another one need a press in the window that asks; each window counts its own time with an ask.',
    tests: [{ file: guard, title: 'opens and raises windows for a person alone' }],
    remains: 'A press can be ridden on to raise one window, in which nothing is answered by it.',
  },
  {
    id: 'window.crowd',
    attacker: 'page',
    tries: 'Opens hundreds of windows, each a process, until the machine can do nothing else.',
    stoppedBy: 'One press opens one window.',
    tests: [
      {
        file: guard,
        title:
          'opens one window by one press, whichever it is, and one that was refused for its age takes none',
      },
      {
        file: chatWindows,
        title: 'one press opens one window, whatever the page asks for with it',
      },
    ],
    remains:
      'A page that keeps reusing presses gets a window for each, which the person sees. Assistive technology makes no presses: while it is in use, focus alone counts.',
  },
  {
    id: 'window.hidden-ask',
    attacker: 'server',
    tries:
      'Asks while the window is hidden, so that a press that was made as it comes up allows what was not read.',
    stoppedBy:
      'What is allowed must have been in the window for half a second since that was seen, not since it was sent.',
    tests: [
      {
        file: guard,
        title:
          'takes no answer to an ask that came while the window was hidden before it was seen for half a second',
      },
      {
        file: quickAsk,
        title:
          'what was asked while quick ask was hidden is allowed by no press that came as it was shown',
      },
    ],
    remains: 'A window that lies behind others counts as seen: main does not know what covers it.',
  },
  {
    id: 'window.orphaned-consent',
    attacker: 'page',
    tries: 'Has the consent that it asked for outlive its window, over another one.',
    stoppedBy:
      'A consent opens over the window that asked, and is cancelled with its page; that of other windows is not.',
    tests: [
      {
        file: appWindows,
        title: 'opens over the window that asked, also when it waited behind another',
      },
      { file: appWindows, title: 'is not shown at all when its page went before it asked' },
      {
        file: chatWindows,
        title: 'consent opens over the window that asked, and ends with that window alone',
      },
    ],
  },
  {
    id: 'window.global-key',
    attacker: 'page',
    tries:
      'Takes keys from other programs, to keep the person from using them or to learn what is pressed.',
    stoppedBy:
      'A global key is set with a real press, is one combination that no program edits text by, and calls main, which opens or hides one window. No page is told what was pressed.',
    tests: [
      { file: accelerator, title: '%s cannot, since every program uses it' },
      { file: accelerator, title: '%s cannot, since the person types with it' },
      {
        file: quickAsk,
        title:
          'a recorded key calls quick ask and hides it, and is taken from nobody before and after',
      },
    ],
    remains: 'A press can be ridden on to set another combination, which Settings shows.',
  },
]
