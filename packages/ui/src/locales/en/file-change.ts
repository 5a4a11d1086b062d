/** Words about the change that a call would make in a file; loaded with the comparison. */
export const fileChange = {
  label: 'Change to {{path}}',
  against: 'against the file as it is now',
  newFile: 'No readable file is there now',
  unchanged: 'The file already has this content.',
  proposed: 'The change that the call asks for, not compared with the file',
  moves: 'Moves {{path}} to {{destination}}',
  notFound:
    'The old text is not in the file as it is now, character for character. The server may match it in another way, or refuse.',
  tooDifferent: 'Too much differs to compare line by line. The arguments below show all of it.',
  more_one: 'Show {{count}} more line',
  more_other: 'Show {{count}} more lines',
  added: 'added',
  removed: 'removed',
  because: {
    elsewhere: 'Not compared: the file is in no folder of this chat or of the server.',
    relative: 'Not compared: only the server knows where this path leads.',
    'leads-out': 'Not compared: a link leads out of the folder.',
    'too-large': 'Not compared: the file is larger than 500 kB.',
    'not-text': 'Not compared: the file is not text.',
    unreadable: 'Not compared: the file cannot be read now.',
  },
}
