import type { Threat } from './threat.ts'

const windowSpec = 'e2e/consent.spec.ts'
const guardSpec = 'e2e/page-guard.spec.ts'
const guardTest = 'apps/desktop/src/main/consent/page-guard.test.ts'
const gateTest = 'apps/desktop/src/main/consent/consent-gate.test.ts'
const windowsTest = 'apps/desktop/src/main/windows/app-windows.test.ts'
const queueTest = 'apps/desktop/src/main/consent/consent-queue.test.ts'
const screenTest = 'packages/ui/src/consent-window/consent-app.test.tsx'
const draftTest = 'packages/domain/src/servers/server-draft.test.ts'
const serverTest = 'packages/host/src/server-change-consent/server-change-consent.test.ts'
const providerTest = 'packages/host/src/model-providers/provider-consent.test.ts'
const grantTest = 'packages/host/src/chat/approvals/grants/answer-with-consent.test.ts'

export const threats: Threat[] = [
  {
    id: 'consent.run-command',
    attacker: 'page',
    tries: 'Has a program of its choice added and started by calling main’s routes by itself.',
    stoppedBy:
      'What would run is shown and saved by main after consent in a window of its own; the page can only propose, and only right after a real press.',
    tests: [
      { file: guardSpec, title: 'page script cannot start a program, however it calls main' },
      {
        file: serverTest,
        title:
          'is shown as it would run, without the secret, and kept only when that was consented to',
      },
      { file: serverTest, title: 'adds nothing that was not consented to, and shows no secret' },
    ],
  },
  {
    id: 'consent.destroys',
    attacker: 'page',
    tries:
      'Removes chats, servers with their secrets, providers with their keys, secrets of the keychain or workspaces, or brings back folders that the person took from servers, by calling main’s routes by itself.',
    stoppedBy: 'Removing and bringing back are acts: main wants a real press not long before.',
    tests: [
      {
        file: guardTest,
        title: 'script in the page, with nothing pressed › removes nothing that the person has',
      },
      {
        file: guardTest,
        title:
          'script in the page, with nothing pressed › gives no server a folder back that the person took from it',
      },
    ],
    remains:
      'Script in the page can ride on a press that was meant for something else, and can change settings, the model and the servers of a chat without one; nothing is sent by that.',
  },
  {
    id: 'consent.reach-window',
    attacker: 'page',
    tries:
      'Reaches the consent window by its address, its name, an opener, a channel, a cookie or storage, or acts as it with its preload script.',
    stoppedBy:
      'It has its own in-memory session, host, preload script and channels; main serves only that very window’s main frame.',
    tests: [{ file: windowSpec, title: 'page script cannot reach the consent window' }],
  },
  {
    id: 'consent.stray-press',
    attacker: 'page',
    tries:
      'Has the consent window open under a press that was meant for the page: a double click, Enter, a held key, a stolen focus.',
    stoppedBy:
      'Main counts a decision only for a real press that began half a second after the window was in front without a break.',
    tests: [
      { file: windowSpec, title: 'a press that was meant for the page does not consent' },
      {
        file: gateTest,
        title: 'counts a press only half a second after the window came to the front',
      },
      {
        file: gateTest,
        title: 'begins anew when the window lost the keyboard, and counts nothing meanwhile',
      },
      { file: gateTest, title: 'counts no decision without a press, and no old press' },
    ],
  },
  {
    id: 'consent.out-of-view',
    attacker: 'configuration',
    tries: 'Hides what matters below the edge of the window, behind a hundred harmless arguments.',
    stoppedBy: 'The consenting buttons work only once everything was scrolled through.',
    tests: [{ file: windowSpec, title: 'nothing is consented to that was not in view' }],
  },
  {
    id: 'consent.never-drawn',
    attacker: 'configuration',
    tries:
      'Puts what matters behind so many hidden characters, letters or lines that it is drawn only on demand, or behind a link to another file.',
    stoppedBy:
      'The window draws everything and allows nothing while a part is folded, cut or not drawn yet; the real file behind a link stands in plain sight; what no person could read is refused in words.',
    tests: [
      {
        file: windowSpec,
        title: 'a launch is shown whole, whatever is put before what matters',
      },
      {
        file: screenTest,
        title:
          'the file behind a link, and each file that decides what runs, stands in plain sight',
      },
      {
        file: windowSpec,
        title: 'a launch that nobody could read is refused in words, and asks nothing',
      },
    ],
  },
  {
    id: 'consent.freeze',
    attacker: 'configuration',
    tries:
      'Freezes the consent window with more text, hidden characters, lines, servers or changes than can be drawn.',
    stoppedBy:
      'All texts of a launch have one budget, those of an import another, refused in words; long launches are drawn in portions; a comparison ends after a bound of work.',
    tests: [
      { file: draftTest, title: 'a launch with more text than can be read is refused in words' },
      {
        file: draftTest,
        title: 'a launch with more unseen characters than can be read is refused in words',
      },
      { file: draftTest, title: 'a launch with more lines than can be read is refused in words' },
      {
        file: draftTest,
        title: 'a launch with the same in many small parts is refused in words',
      },
      {
        file: serverTest,
        title: 'of more than a person can read at once is refused in words, and asks nothing',
      },
      {
        file: screenTest,
        title: 'a long launch is drawn in portions, and nothing can be allowed before its last',
      },
      {
        file: windowSpec,
        title: 'the consent window stays responsive while the largest launch is drawn',
      },
      {
        file: 'packages/ui/src/kit/text/diff-text.test.tsx',
        title: 'texts of other words throughout are shown whole, without being compared for long',
      },
    ],
    remains:
      'One text is drawn at once: an argument of 32,768 characters or a variable of 65,536 holds the window for a moment, and what is pointed out about an argument repeats it.',
  },
  {
    id: 'consent.disguised-host',
    attacker: 'configuration',
    tries:
      'Gives an address that reads as that of a known host and means another: marks that look like a slash or a dot, letters of another alphabet, user names.',
    stoppedBy:
      'Main shows, compares and keeps such an address as it is reached, its host alone first, and points out how it was written; the same for proxies, providers and the address so far.',
    tests: [
      {
        file: serverTest,
        title:
          'is shown, allowed and kept as the host that a server is reached at, and pointed out',
      },
      { file: providerTest, title: 'is shown and kept as the host to which chats and a key go' },
      {
        file: screenTest,
        title: 'what a server is reached at stands alone, before the whole address',
      },
      {
        file: 'packages/domain/src/servers/address.test.ts',
        title: 'an address with a slash that is none is shown and kept as the host that it reaches',
      },
      {
        file: 'packages/domain/src/servers/address.test.ts',
        title:
          'an address with a letter of another alphabet is shown and kept as the host that it reaches',
      },
    ],
    remains:
      'A host that only resembles a known one in plain letters (api-openai.example) is shown as it is, and not pointed out.',
  },
  {
    id: 'consent.two-of-one-name',
    attacker: 'configuration',
    tries:
      'Gives two values of one name, of which the person reveals one and the server gets the other.',
    stoppedBy: 'A launch that names a variable or header twice is refused in words.',
    tests: [
      {
        file: draftTest,
        title:
          'a variable that is given twice is refused, for one value would be shown and the other passed on',
      },
      { file: draftTest, title: 'a header that is given twice in any case is refused' },
    ],
    remains:
      'On Windows, where variables do not differ by case, two that differ by case only are both shown, and the system keeps one.',
  },
  {
    id: 'consent.pile-up',
    attacker: 'page',
    tries: 'Opens consent windows without end until the person allows one to be rid of them.',
    stoppedBy:
      'Each needs a real press in the app’s window; one is shown, three wait, the rest is refused.',
    tests: [
      { file: guardSpec, title: 'page script cannot pile consents up' },
      {
        file: queueTest,
        title: 'lets no more than four wait, and takes more once they are decided',
      },
      { file: queueTest, title: 'never shows what was taken back while it waited' },
      {
        file: serverTest,
        title: 'is refused before any of its files is read while four others wait',
      },
    ],
  },
  {
    id: 'consent.orphan',
    attacker: 'page',
    tries: 'Leaves a consent window behind after the page that asked was reloaded or crashed.',
    stoppedBy:
      'It is cancelled with the page that asked, and with the app; so is, unseen, all that waits behind it.',
    tests: [
      {
        file: windowSpec,
        title: 'what the person was asked ends with the page that asked, and with the app',
      },
      { file: windowSpec, title: 'the app quits while a consent is open, and nothing has run' },
      {
        file: windowSpec,
        title: 'what waits behind a consent ends with the page that asked, unseen',
      },
      {
        file: windowsTest,
        title:
          'is cancelled with the page that asked for it, shown or waiting, and that of other windows goes on',
      },
    ],
  },
  {
    id: 'consent.quit-as-crash',
    attacker: 'page',
    tries:
      'Makes a quit count as a crash, so that the next start holds servers back: consents that wait, a page that asks to stay.',
    stoppedBy:
      'Leaving cancels every consent and takes no other; a page cannot keep its window, its drafts are saved as it is hidden.',
    tests: [
      { file: windowSpec, title: 'an app that quits while consents wait was not a crash' },
      {
        file: windowSpec,
        title: 'a page that asks to stay is closed all the same, and that is not a crash',
      },
      { file: queueTest, title: 'shows nothing any more once the app leaves' },
    ],
  },
  {
    id: 'consent.new-receiver',
    attacker: 'page',
    tries:
      'Sends a typed key or chats to an address of its choice by testing, adding or changing a provider.',
    stoppedBy:
      'Every origin to which chats or a first key would go is consented to in the window of main’s own.',
    tests: [
      { file: guardSpec, title: 'page script cannot send chats or a key to a new address' },
      {
        file: providerTest,
        title: 'is asked about once, and again for a first key, another host or another port',
      },
    ],
  },
  {
    id: 'consent.redirect-server',
    attacker: 'page',
    tries: 'Changes the address or command of a server whose secret is kept.',
    stoppedBy: 'A changed launch is consented to, with what changes named.',
    tests: [
      {
        file: guardSpec,
        title: 'page script cannot point a server with its secret at another address',
      },
      {
        file: serverTest,
        title: 'names what changes of a server that is there, secrets by name only',
      },
    ],
  },
  {
    id: 'consent.answer-ask',
    attacker: 'page',
    tries:
      'Approves tool calls, sampling or forms by itself, or many with one press of the person.',
    stoppedBy:
      'An answer counts only right after a real press in the window in front that began 500 ms after the ask came; no press answers two; a standing permission is consented to outside of the page.',
    tests: [
      { file: guardSpec, title: 'page script cannot answer an ask, and no press answers two' },
      {
        file: guardTest,
        title: 'takes an answer only from a press that came half a second after the ask',
      },
      { file: guardTest, title: 'takes one answer from one press' },
      {
        file: guardTest,
        title: 'takes no answer to an ask that the window never got, or that is over',
      },
      {
        file: grantTest,
        title: 'leaves the ask as it is when the person does not consent',
      },
    ],
    remains:
      'Script in the page can ride on a press that was meant for something else to answer one ask once.',
  },
  {
    id: 'consent.act-for-person',
    attacker: 'page',
    tries:
      'Sends messages, runs tools, starts servers, sends words of its choice to a server, shares folders or opens links by itself.',
    stoppedBy:
      'These routes act only right after a real press in the window in front, each by one of its own, and leave a row in Activity; lists of a server are read only while it runs.',
    tests: [
      {
        file: guardSpec,
        title: 'page script cannot act for the person: send, run, start, share or open',
      },
      {
        file: guardTest,
        title: 'lets the page act only right after a press, in a window in front',
      },
      {
        file: guardTest,
        title: 'counts no pointer that only moves and no key that repeats as a press',
      },
      {
        file: guardTest,
        title: 'lets nobody but the person have servers started, now or with the next launch',
      },
      {
        file: guardTest,
        title: 'reads a resource at a server by a press, and again without one when it changed',
      },
      {
        file: 'apps/desktop/src/main/folders/picked-paths.test.ts',
        title: 'cover what was picked and what lies in it, and nothing beside or above',
      },
      {
        file: 'apps/desktop/src/main/folders/picked-paths.test.ts',
        title: 'do not cover where a link in a picked folder leads',
      },
      {
        file: 'apps/desktop/src/main/folders/picked-paths.test.ts',
        title: 'do not cover a path that goes up behind a link to where its text does not lead',
      },
      {
        file: 'apps/desktop/src/main/consent/presses.test.ts',
        title: 'counts a finger once, which comes as a touch and as a tap',
      },
      {
        file: 'apps/desktop/src/main/folders/picked-paths.test.ts',
        title: 'cover where a picked link leads, and not where it leads later',
      },
    ],
    remains:
      'Script in the page can ride on one press to send what the page shows once to a model or server that the person connected.',
  },
  {
    id: 'consent.inherited-folders',
    attacker: 'configuration',
    tries: 'Takes the place of a server under its id, and asks for the folders that it was shown.',
    stoppedBy:
      'What was decided about folders is bound to who the server was: another one sees none, and the person is asked again.',
    tests: [
      {
        file: 'packages/host/src/workspaces/workspaces.test.ts',
        title: 'are not seen any more by who took the place of a server that saw them',
      },
    ],
  },
  {
    id: 'consent.inherited-task',
    attacker: 'configuration',
    tries:
      'Takes the place of a server whose task still runs, to learn of it and to respond in its name.',
    stoppedBy:
      'A task is bound to who the server was when it was called; another one is never asked, and the call ends in words.',
    tests: [
      {
        file: 'packages/host/src/tasks/tasks.test.ts',
        title:
          'a server that is another program now neither learns of the task nor responds for it',
      },
    ],
  },
]
