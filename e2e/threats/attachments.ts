import type { Threat } from './threat.ts'

const draft = 'packages/host/src/chat/attachments/draft-attachments.test.ts'
const attachedMessages = 'packages/host/src/chat/attachments/attached-messages.test.ts'
const sniffed = 'packages/host/src/chat/attachments/sniff-media.test.ts'
const shown = 'packages/ui/src/features/chat/attachments/attached-list.test.tsx'
const pictures = 'packages/llm/src/result-media.test.ts'
const follows = 'packages/host/src/chat/attachments/resource-follows.test.ts'
const inputs = 'packages/contract/src/input-size.test.ts'
const documents = 'packages/documents/src/read-document.test.ts'
const reader = 'apps/desktop/src/main/documents/document-reader.test.ts'
const pictureFiles = 'packages/host/src/chat/attachments/picture-files.test.ts'
const drawer = 'apps/desktop/src/main/pictures/picture-drawer.test.ts'
const pictureMetadata = 'packages/domain/src/pictures/picture-metadata.test.ts'
const routes = 'apps/desktop/src/main/ipc/router.test.ts'

/** Attacks by attachments: files of the person, and content of servers. */
export const threats: Threat[] = [
  {
    id: 'attachments.hostile-document',
    attacker: 'file',
    tries:
      'To be a document that runs code, unpacks to gigabytes, declares entities without end, or loops, in whoever reads it.',
    stoppedBy:
      'Each document is read in a process of its own, which is ended after it, for its time and for its memory; what it unpacks to is counted, no entity is declared, no macro or script runs, and its answer is parsed.',
    tests: [
      { file: documents, title: 'unpacks an archive no further than its limit' },
      { file: documents, title: 'declares no entities, and reads none from elsewhere' },
      { file: documents, title: 'ends where its pages or cells have no end' },
      {
        file: reader,
        title: 'is ended for its time or memory, and the next document has another one',
      },
      { file: reader, title: 'cannot answer in another shape' },
    ],
    remains:
      'The process has no sandbox of the system: code that breaks out of its engine acts as the person, without the data of main.',
  },
  {
    id: 'attachments.huge-picture',
    attacker: 'file',
    tries: 'To be a picture of a few bytes that whoever decodes it makes gigabytes of.',
    stoppedBy:
      'A picture is judged by its headers in main before it is attached, and again in the window before it is drawn; main decodes none. A picture that is made smaller is drawn in a sealed window of its own, which is ended for its time and memory.',
    tests: [
      { file: pictureFiles, title: 'a picture beyond the limits is refused before it is drawn' },
      { file: draft, title: 'are refused in words when no model could read them' },
      { file: draft, title: 'are only so many, and only so much' },
    ],
  },
  {
    id: 'attachments.hostile-picture',
    attacker: 'file',
    tries: 'To be a picture that breaks its decoder, hangs it, or has it write something else.',
    stoppedBy:
      'Each picture is decoded in a sealed window of its own: a sandboxed process without network, files or a way to main. Its answer is a still PNG or JPEG of the stated size within the limits, or the picture is refused.',
    tests: [
      {
        file: drawer,
        title: 'a process that dies, hangs or does not start costs its picture alone',
      },
      { file: drawer, title: 'a picture larger than was asked for is none' },
      { file: drawer, title: 'each picture has a process of its own, which ends with it' },
    ],
    remains:
      'A PNG, JPEG or WebP that is small enough is decoded by the window of the app, which shows it.',
  },
  {
    id: 'attachments.picture-place',
    attacker: 'model',
    tries: 'To learn from a photo where it was taken, when, by whom and with what.',
    stoppedBy:
      'All parts of a picture that its pixels do not need are left out before it is sent, unless the person keeps them; a drawn picture has none.',
    tests: [
      {
        file: pictureFiles,
        title: 'a small picture is sent pixel for pixel, without its place and camera',
      },
      {
        file: pictureMetadata,
        title: 'of a JPEG takes what stands behind its end, and leaves its colours',
      },
    ],
    remains: 'What the picture shows, and the name of its file.',
  },
  {
    id: 'attachments.false-type',
    attacker: 'server',
    tries:
      'To have something sent as a picture that is none, which every later request would fail for.',
    stoppedBy: 'The type of what is attached is what its bytes say, whatever it is called.',
    tests: [
      { file: sniffed, title: 'is not a picture or sound because it begins a little like one' },
      {
        file: draft,
        title: 'is a resource as it was when main read it, under the address that was asked for',
      },
    ],
  },
  {
    id: 'attachments.lying-address',
    attacker: 'server',
    tries:
      'To give a resource another address than the one that was asked for, such as that of a file.',
    stoppedBy:
      'The person and the model see the address that was requested; the server’s own name for it is shown beside that as its claim.',
    tests: [
      {
        file: attachedMessages,
        title: 'as the content of a server, whatever address it gives itself',
      },
      {
        file: shown,
        title: 'a resource shows what was asked for, and beside it what its server calls it',
      },
    ],
  },
  {
    id: 'attachments.leaves-its-frame',
    attacker: 'server',
    tries:
      'To end the part of the text that is marked as its data, and continue as the user or the app.',
    stoppedBy:
      'The marks around it hold an identifier that was made after it was read, and are longer than any in the text; names are JSON strings.',
    tests: [
      {
        file: attachedMessages,
        title: 'as text between two marks that its writer did not know, and as a picture',
      },
      { file: attachedMessages, title: 'stays between its marks when it guesses one' },
    ],
    remains:
      'A model may follow instructions in data all the same; calls of tools are asked about.',
  },
  {
    id: 'attachments.false-assistant',
    attacker: 'server',
    tries: 'To put words into the mouth of the model with a prompt that has messages in its role.',
    stoppedBy:
      'A note before them tells the model that the server wrote them, and one after them that the prompt ends; the person reads the same of each.',
    tests: [
      {
        file: attachedMessages,
        title: 'as a prompt in its roles, which alternate and end with the user',
      },
      {
        file: shown,
        title:
          'a prompt opens with its arguments and its messages, and says who wrote those of the assistant',
      },
    ],
  },
  {
    id: 'attachments.other-set',
    attacker: 'page',
    tries: 'To send other attachments than those that are shown, or some twice.',
    stoppedBy:
      'Main keeps what is attached and never changes it; a message that does not name just these, in their order, is not sent.',
    tests: [{ file: draft, title: 'is just what was shown: anything else sends nothing' }],
  },
  {
    id: 'attachments.path',
    attacker: 'page',
    tries: 'To have a file of the computer read by its path.',
    stoppedBy:
      'The page gives bytes that it has, up to 5 MB, at one place of one route, and the name is a label. The one route that takes a path reads below folders of the workspace of the chat alone (files.page-reads).',
    tests: [
      { file: routes, title: '%s lets no damaged input reach its handler' },
      { file: inputs, title: 'an input is not carried that is too large by %s' },
      {
        file: draft,
        title:
          'have the type that their bytes show, with what they cost, and the window is notified',
      },
    ],
    remains:
      'Script in the page can fill drafts of many chats with files, as it can with text; each chat takes 15 MB.',
  },
  {
    id: 'attachments.picture-of-a-tool',
    attacker: 'server',
    tries: 'To speak to the model in the role of the user, in which pictures of tools are sent.',
    stoppedBy:
      'Before each picture stands from which tool it is; no text of a server is in that message.',
    tests: [
      {
        file: pictures,
        title: 'a picture of a tool follows the results as one, with the tool that it is from',
      },
    ],
  },
  {
    id: 'attachments.flood-of-changes',
    attacker: 'server',
    tries:
      'To report changes without a pause, of attached resources and of ones that are not followed, so that the app does nothing else.',
    stoppedBy:
      'Only what is subscribed to counts, its first change ends that and is written once, and the window is notified five times a second at most.',
    tests: [
      {
        file: follows,
        title:
          'a hostile server › that names what nobody follows, or the same again and again, changes nothing more',
      },
      {
        file: follows,
        title:
          'a hostile server › that sends updates continuously while it is read is looked up for once',
      },
      {
        file: follows,
        title: 'a hostile server › is subscribed to for so many at the same time, the latest ones',
      },
    ],
  },
  {
    id: 'attachments.swapped-by-change',
    attacker: 'server',
    tries:
      'To have another text sent than the person saw, by reporting that a resource changed just before they send it.',
    stoppedBy:
      'A change reads nothing. What the person has read again gets another id, and a message that names the former one is not sent.',
    tests: [
      {
        file: follows,
        title:
          'a resource of a draft › is sent with its mark just as it was shown, and nothing is read for that',
      },
      {
        file: follows,
        title:
          'a resource of a draft › is read again in its place, under another id, with what it costs now, and followed anew',
      },
    ],
    remains: 'A server may report changes that are none, or none that are.',
  },
  {
    id: 'files.leads-out',
    attacker: 'file',
    tries:
      'Has a link, or a name with `..`, in a folder of a workspace lead the person to attach a file from outside of it, or a pipe block main.',
    stoppedBy:
      'Links are neither listed nor followed; where a path really leads is compared once the file is open, by what was opened; only files are read, without waiting.',
    tests: [
      {
        file: 'apps/desktop/src/main/folders/entries.test.ts',
        title: 'links are neither listed nor followed, wherever they lead',
      },
      {
        file: 'apps/desktop/src/main/folders/entries.test.ts',
        title: 'what is not a file is not waited for, and a file that is too large is not read',
      },
    ],
    remains:
      'A hard link to a file elsewhere is a file of the folder. What `.gitignore` says is not read: its patterns are hostile text too.',
  },
  {
    id: 'files.page-reads',
    attacker: 'page',
    tries: 'Lists or reads files of the person by calling main’s routes by itself.',
    stoppedBy:
      'Both are acts, and main lists and reads only below folders of the workspace that the chat is in, which the person picked or allowed.',
    tests: [
      {
        file: 'packages/host/src/chat/attachments/workspace-files.test.ts',
        title: 'finds and reads only below the folders of the workspace that the chat is in',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title: 'script in the page, with nothing pressed › lists and reads no file',
      },
    ],
    remains:
      'Riding on a press it can read files below the folders of a workspace. It can send them nowhere by itself.',
  },
]
