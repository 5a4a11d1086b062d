import type { Requirement } from './requirement.ts'

/** Chats as a collection: as files, as they are begun, found and put away. */
export const chatLibraryRequirements = {
  'chat.titles': {
    promise: 'The model that answers a new chat names it, unless the person chose another or none.',
    clauses: {
      off: 'No request is sent for a title where titles are off.',
      own: 'Unless another model is chosen, the one that answered gets the request, and no other.',
      named:
        'After its first answer a chat has the title that the model gave, unless the person named it.',
      counted: 'The request is recorded, and its cost is counted.',
    },
  },
  'chat.fork': {
    promise: 'A chat is forked from any message, and both go on.',
    clauses: {
      branch:
        'The fork has the branch up to the message with the model and the setup of its chat; the first chat stays as it was.',
      permissions: 'Permissions and the mode of the first chat do not apply in it.',
      temporary: 'A temporary chat forks into a temporary one.',
      chosen: 'It is chosen at the message, goes to the new chat, and says what comes along.',
    },
  },
  'chat.compare': {
    promise: 'Two models answer one message, and the person keeps one answer.',
    clauses: {
      asked:
        'Both models are sent the same request, one after the other; the answers are versions of one message.',
      kept: 'The chat continues with the kept answer and its model; the other answer stays as a version.',
      failed:
        'Where one model fails, the other is asked all the same and the chat continues with its answer.',
      asks: 'Calls of either answer are asked about; queued messages wait for both answers.',
      restart: 'After a stop or a restart the second model is asked by a press alone.',
      keys: 'Both models are asked, and one answer is kept, by the keyboard.',
      accessible: 'The comparison has no axe violation and nothing cut, in both languages.',
    },
  },
  'chat.own-prompts': {
    promise: 'A person keeps texts of their own and puts them into messages.',
    clauses: {
      kept: 'They are created, changed, removed, and imported without doubles.',
      inserted:
        'One is chosen behind a slash; its variables are asked for, and the text is in the message before it is sent.',
      files:
        'They are written to a file as JSON, and read from one; another file is refused in words.',
      'with-files':
        'Files are added to a prompt and removed from it; one that is too large is said.',
      attached: 'The files of a prompt are attached with it as any file is, also after a restart.',
      gone: 'A file that is gone or was changed is said, and is not attached.',
      presets: 'Presets are chosen behind a slash as well, and set up the chat.',
    },
  },
  'chat.cost': {
    promise: 'A chat costs no more than the person set, as far as prices are known.',
    clauses: {
      stops:
        'No step begins once the limit is reached, and the turn continues once the limit is raised.',
      shown: 'The person reads why the chat does not continue, and what it cost.',
    },
  },
  'chat.setup': {
    promise: 'What the model of a chat is asked with is seen and set, chat by chat.',
    clauses: {
      sent: 'The model is sent the system prompt, the parameters and the tools that the chat shows.',
      begin: 'New chats begin with a preset.',
    },
  },
  'chat.queue': {
    promise: 'A message can be written while an answer runs.',
    clauses: {
      waits:
        'It waits above the composer, is changed and taken out there, and goes in its order once the answer is complete.',
      kept: 'It is there after a restart.',
      held: 'An answer that did not complete sends nothing; the person does.',
      stop: 'As set, the answer is stopped and the message is sent.',
    },
  },
  'chat.library': {
    promise: 'Chats are put away and found again.',
    clauses: {
      archive: 'An archived chat leaves the list, is found by a search, and comes back.',
      pin: 'A pinned chat stands above the days, by its menu, the palette and a key, and stays so over a restart.',
      filter: 'A search is narrowed to whose words, when, and which server.',
    },
  },
  'chat.search-filters': {
    promise:
      'A search in messages can be narrowed to a model, a tool and days, and shows its filters.',
    clauses: {
      model:
        'Messages of turns that one model answered are found, and the models offered are those of the record.',
      tool: 'Calls of one tool are found, chosen by typing and keys from the tools of the record.',
      days: 'Messages from one day to another, both included, are found, by the calendar where the person is.',
      backwards: 'Days in the wrong order are named as the reason why nothing is found.',
      removed:
        'What a search is narrowed to is listed, and is taken away one by one or all at once.',
      nothing: 'Where nothing is found the filters are named, and can be cleared.',
      kept: 'The search with its filters is there again after another section was looked at.',
    },
  },
  'chat.find': {
    promise: 'Words are found in the whole of a chat, and taken up again.',
    clauses: {
      pages: 'Ctrl+F finds words far from what the window has, and goes from match to match.',
      quote: 'A message or what is selected is quoted in the next one.',
      copy: 'An answer is copied as Markdown or as plain text.',
    },
  },
  'chat.copy': {
    promise: 'Whatever a chat says is copied as Markdown or as plain text, and as it is.',
    clauses: {
      message: 'A message of the person is copied in both.',
      call: 'A call is copied with its arguments and its result as text.',
      selection: 'What is selected is copied from a menu: with its marks, or without any.',
      keys: 'The menu opens and copies by keys alone.',
      hidden: 'Hidden characters are copied unchanged, and their number is reported.',
    },
  },
  'chat.files': {
    promise: 'A chat is exported from its menu, and imported again.',
    clauses: {
      export: 'Markdown and JSON are written to the file that the person picks.',
      import: 'The chat comes back with its versions, and says that it was imported.',
      draft:
        'A draft that was not sent, with its attachments, is in the file and comes back as a draft.',
      refused: 'A file that is no chat is refused in words.',
    },
  },
  'chat.tags': {
    promise: 'Chats have tags that the person gives them.',
    clauses: {
      edit: 'A tag is given to a chat, and called otherwise in all of them.',
      filter: 'The list, a search in messages and the command palette find chats by their tags.',
      file: 'A file with a chat has its tags, and an import brings them back.',
    },
  },
  'chat.temporary': {
    promise: 'A temporary chat is in memory alone until the person keeps it.',
    clauses: {
      disk: 'No word of its messages, calls, results and drafts is in any file, while it runs and while it waits.',
      record: 'The record keeps that a decision was made.',
      end: 'It ends when the person ends it.',
      crash: 'Nothing of it is left after a crash.',
      keep: 'Once it is kept it is there after a restart.',
    },
  },
  'chat.product-import': {
    promise:
      'Chats that ChatGPT or Claude exported come in, after it was shown what does and what does not.',
    clauses: {
      content: 'Their messages, versions, tools, titles and times come in.',
      preview: 'What comes in and what is left out is shown before anything is kept.',
      refused: 'A file without such chats is refused in words.',
      again:
        'A later export brings the chats of an earlier one up to date, with what the person set there, and doubles none.',
    },
  },
  'data.backup': {
    promise: 'All data can be kept in one encrypted file, and come back from it.',
    clauses: {
      restored: 'A backup is made while the app runs, and its chats are there after a restore.',
      consent: 'A restore is confirmed in the consent window, which names what its servers run.',
      back: 'The data that a restore replaced come back by one press.',
      anew: 'The record of a restored backup counts as made elsewhere, without a fault.',
      keyboard: 'Both are done by the keyboard.',
    },
  },
} as const satisfies Record<string, Requirement>
