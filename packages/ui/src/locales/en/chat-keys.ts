/** Keys of a chat, in the list of all keys. */
export const chatKeys = {
  inChat: 'In a chat',
  nextChat: 'Next chat',
  previousChat: 'Previous chat',
  list: 'Go to the list',
  model: 'Choose the model',
  attach: 'Attach files',
  regenerate: 'Regenerate the last answer',
  compare: 'Ask two models',
  copyAnswer: 'Copy the last answer',
}
