import type { Requirement } from './requirement.ts'

/** Promises about the data on disk. */
export const recordRequirements = {
  'record.blobs': {
    promise: 'What is large or binary in a result is kept in files of its own.',
    clauses: {
      small: 'The entry has a beginning of each and stays small, whatever the result is.',
      whole: 'Entry and files together are what the server sent.',
      removed: 'A file is removed once no entry refers to it, and never before.',
      model: 'A model is given as much of it as before.',
      refused:
        'A disk that refuses a write leaves a call that was made, with a result that reports it.',
      moved: 'Results of an earlier version are moved, and none is lost.',
      killed: 'A move that is killed at any moment continues at the next start.',
    },
  },
  'record.update': {
    promise: 'A file of an earlier version is updated whole, whatever happens on the way.',
    clauses: {
      progress: 'The progress of the update is shown.',
      killed: 'Killed at any moment, it continues at the next start, and every entry is as it was.',
      room: 'A full disk is reported before anything is changed.',
      space: 'A file that is mostly empty afterwards is made as small as what it holds.',
    },
  },
  'vault.read-results': {
    promise: 'A secret that cannot be read now is not asked for again as if it were lost.',
    clauses: {
      four: 'Present, absent, locked and unavailable are distinguished.',
      again: 'A keychain that was locked is looked at again by itself.',
      server: 'A server that needs it says that the keychain is locked, and starts once it is not.',
      model: 'A model that needs it shows this too.',
    },
  },
  'vault.list': {
    promise: 'The person sees what Gatehouse has in the keychain.',
    clauses: {
      named: 'Each secret is described, with its receiver and date, and no value is shown.',
      missing: 'Secrets that the keychain has lost are reported.',
      'left-over': 'Secrets of a server whose record is lost are listed, and can be deleted.',
    },
  },
  'vault.forget': {
    promise: 'The person can have secrets forgotten.',
    clauses: {
      exactly: 'Just those that were shown are forgotten.',
      'asked-again': 'Whatever needs them shows this.',
      killed: 'An app that is killed meanwhile forgets the rest at its next start.',
    },
  },
  'record.tree': {
    promise: 'A chat is a tree of turns, of which one branch is shown.',
    clauses: {
      agrees:
        'After any edits, retries, continues, removals and restarts its path, versions, pages and hits are as they should be.',
    },
  },
  'record.pinned': {
    promise:
      'A message that the person pinned stays in what a model receives, however long the chat becomes.',
    clauses: {
      stays: 'It is sent with its answer before all others, with the number of messages left out.',
      branch: 'One of another version is not reported, and none beyond what fits.',
      kept: 'It is kept with the chat over a restart, and at most 20 of a chat are.',
    },
  },
  'record.erased': {
    promise: 'Of a chat that was removed for good no word is left in the database.',
    clauses: {
      words:
        'Its messages, what the search knows of them and what the log had of both are overwritten.',
      start: 'That begins with the start after it was deleted, and ends by itself.',
      killed: 'A quit or a kill in the middle leaves the rest to the next start.',
      meanwhile: 'Searches find all that they should, and nothing else, while it runs.',
    },
  },
  'record.killed': {
    promise: 'An app that is killed at any moment of a turn loses nothing that it showed.',
    clauses: {
      kept: 'What was shown as done is there, and every chat opens.',
      once: 'No call is sent twice.',
      unknown: 'A call that was sent and has no response is unknown to person, model and audit.',
    },
  },
  'model.given-back': {
    promise: 'Data that a provider wants back with an answer is returned to it alone.',
    clauses: {
      exactly:
        'Reasoning with its signature goes back as it came, in its place, after a restart too.',
      calls: 'A call that was signed goes back as it was made.',
      'nobody-else': 'No other model, address or kind of provider is given it.',
      unseen: 'The window neither hears of it nor can read it.',
    },
  },
  'grant.record': {
    promise: 'A standing permission says exactly what it allows, and can be taken back.',
    clauses: {
      listed: 'It is listed with tool, definition, place, the call it was given with and its uses.',
      scopes: 'It applies to its chat only, unless it states otherwise.',
      void: 'For a tool or a server that changed it is void, is marked so and allows nothing.',
      revoked: 'Once revoked, alone or together, it allows nothing, and the record shows it.',
    },
  },
  'grant.scope': {
    promise:
      'A permission is for one call, one chat or all chats, and a call says which allowed it.',
    clauses: {
      always: 'What is always allowed runs unasked in every chat, by that permission.',
      recorded: 'A call that a permission allowed says when and where that was given.',
      'revoked-in-turn': 'Once revoked during a turn, the next call is asked about.',
      unsent: 'A call that was allowed and not sent yet is not sent once that is revoked.',
    },
  },
  'grant.workspace': {
    promise:
      'A permission for a workspace counts in the chats of that very workspace, while they are in it.',
    clauses: {
      chats: 'It runs the tool unasked in each of its chats, and in no other.',
      left: 'A chat that left is asked at once; a call that waited is not sent.',
      consent:
        'A chat comes to a workspace with permissions only after each tool was named in the consent window.',
      exact: 'It is given for the workspace that was shown, or not at all.',
      kept: 'What is on disk decides: a deleted workspace allows nothing, and its permissions go with it.',
    },
  },
  'roots.watched': {
    promise: 'A folder of a workspace that goes or comes back is noticed when it happens.',
    clauses: {
      folder: 'Each deletion, creation or replacement of a folder is reported.',
      above: 'So is one that goes or comes with a folder above it.',
      notified:
        'The window shows it, and the servers that see the folder are notified that their roots changed.',
    },
  },
  'roots.by-chat': {
    promise:
      'What a server receives of folders follows the workspace of the chat where that can be known.',
    clauses: {
      exact:
        'A request that came as a round of a call receives the folders of the workspace of its chat alone.',
      unknown: 'Any other one receives all that are shared with the server.',
      round: 'The connection takes only a round of a request for exact.',
    },
  },
  'files.listed': {
    promise: 'The files and folders of the workspace of a chat are found by name.',
    clauses: {
      'by-name': 'What fits best and is nearest comes first, whatever the case of the letters.',
      marked:
        'Hidden files and those whose name speaks of a secret are marked before they are attached.',
      bounded:
        'A folder of any size is searched within limits, which are shown, without blocking main.',
    },
  },
  'files.read': {
    promise: 'What is attached of a workspace is what is in its folders, and no more is read.',
    clauses: {
      'no-way-out': 'No link and no path leads out of the folders.',
      names: 'Of a folder the names are read, and nothing in its files.',
      here: 'Only folders of the workspace that the chat is in are read.',
    },
  },
  'chat.workspace': {
    promise: 'A chat is in one workspace, or in none, and that is kept with it.',
    clauses: {
      last: 'A new chat begins in the workspace that was used last.',
      migrated: 'Chats of earlier formats are in none.',
    },
  },
  'grant.definition': {
    promise: 'A permission keeps the definition that was allowed.',
    clauses: {
      changed: 'Who is asked because the server changed it reads what was changed.',
      space: 'White space alone in a description changes nothing.',
      same: 'A thousand reconnects with the same definitions raise no question.',
      meaning: 'The meaning of a change is explained before anything runs.',
      only: 'Only the tool that was changed is asked about.',
      renamed: 'A tool that is the same but for its name is recognised, and asked about.',
      similar: 'A name that could be confused with a tool of another server is named on the card.',
    },
  },
  'grant.instructions': {
    promise: 'What a server says to models reaches them only as the person allowed it.',
    clauses: {
      changed: 'Another text is held back, with what the change means.',
      server: 'The same text of another program is held back.',
      refused: 'Refusing it leaves the tools as they are.',
      same: 'A thousand reconnects with the same text raise no question.',
    },
  },
  'prompt.pinned': {
    promise:
      'A prompt that a person sent before goes into a chat only as it was, or as they read it since.',
    clauses: {
      text: 'A different text for the same arguments is shown beside the earlier one, and nothing is sent before it was read.',
      definition: 'A different description or argument is shown in the same way.',
      same: 'A prompt that is the same raises no question in a thousand reconnects.',
    },
  },
  'grant.read-only': {
    promise:
      'All tools that a trusted server declares read-only can be allowed together, and nothing else with them.',
    clauses: {
      allowed: 'They run unasked once the person was shown which they are.',
      others: 'Every other tool is asked about.',
      floor:
        'A tool that is destructive or open-world by its annotations, or by the defaults for what they leave out, is not among them.',
      pinned: 'A tool that is declared read-only later is asked about.',
      identity: 'For another program or address all of it is void.',
      revoked: 'It is taken back together, without what was allowed for a tool itself.',
    },
  },
  'record.made-with': {
    promise: 'A turn knows what it was made with, and the audit what came back.',
    clauses: {
      asked:
        'Provider, model, parameters, system prompt and tools are kept for each step that differs.',
      once: 'Prompts and definitions are kept once, and as long as a turn names them.',
      results:
        'The record of a call has the hash and the size of its result, that of a sampling those of the answer.',
    },
  },
  'model.continue': {
    promise: 'An answer that was cut off can be continued with every provider.',
    clauses: {
      asked:
        'No request ends with the model’s own words, and the chat does not show what is asked instead.',
    },
  },
  'chat.file-format': {
    promise: 'A chat is written to a file whole, and a file can do nothing but become a chat.',
    clauses: {
      identical:
        'A chat that is exported and imported is the same: versions, messages, attachments, outcomes, data, the draft with what is attached to it, and what its model is asked with.',
      settled: 'Nothing that is imported runs, waits or is allowed; all ids are new.',
      setup:
        'A system prompt and settings of a file are used nowhere before the person saw and saved them.',
      draft:
        'A draft of a file waits as a draft, and counts as the words of the file when it is sent.',
      recalled:
        'A message of a file that is put in again by the arrow keys counts as its words as well.',
      returned:
        'So does an edit of a queued one that goes to the draft because the message is gone.',
      'own-data': 'A file names no data but its own.',
      refused:
        'What is no chat, or more than one may hold, is refused, and no part of it is shown.',
    },
  },
  'chat.read-result': {
    promise: 'A model can read on in a result that was shortened for it.',
    clauses: {
      reads: 'It learns where to continue and gets the next part, without asking the person.',
      'own-chat': 'No result of another chat is read.',
    },
  },
  'chat.exfiltration': {
    promise: 'What brings out text of another server is seen through.',
    clauses: {
      shown:
        'Each of 30 ways to bring out what another server gave is shown with its source before all of it left.',
      quiet:
        'Fewer than 2 % of 200 turns in which nothing goes from one server to another are asked about.',
      refused: 'A rule that refuses needs no question, and holds for whatever is sent.',
    },
  },
} satisfies Record<string, Requirement>
