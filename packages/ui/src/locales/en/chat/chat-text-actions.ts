/** Actions on the text of a chat: find, quote, copy. */
export const chatTextActions = {
  find: {
    label: 'Find in this chat',
    earlier: 'Earlier match',
    later: 'Later match',
    close: 'Close',
    none: 'No match in finished messages',
    place: '{{at}} of {{count}}',
    placeMore: '{{at}} of the latest {{count}}',
  },
}
