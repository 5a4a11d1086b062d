/** Words that come with the interfaces of servers. */
export const apps = {
  label: 'Interface of {{tool}} from {{server}}',
  frame: '{{tool}}: interface from {{server}}',
  sealed: 'Sealed: no network',
  sealedNote:
    'The interface is a page of the server. It has no network, no permissions and no access to Gatehouse. Its tool calls are asked about like those of a model.',
  enter: 'Enter',
  stop: 'Stop interface',
  run: 'Run',
  notRunning: 'Not running',
  runNote: 'Runs with the stored result',
  starting: 'Starting the interface…',
  frozen: 'The interface cannot move or resize while a question is open.',
  mode: {
    pip: 'Keep above the chat',
    fullscreen: 'Fill the window',
    inline: 'Back into the chat',
  },
  needs: 'It asks for more than a sealed interface gets: {{list}}. Parts of it may not work.',
  need: {
    camera: 'camera',
    microphone: 'microphone',
    geolocation: 'location',
    clipboardWrite: 'writing to the clipboard',
  },
  changed: {
    title: 'The interface of {{server}} changed since {{date}}',
    body: 'Before: {{before}}. Now: {{after}}. The new one was not drawn.',
    needsBefore: 'Before, it asked for: {{list}}.',
    needsNow: 'Now it asks for: {{list}}.',
    nothing: 'nothing',
    draw: 'Draw the new one',
  },
  notDrawn: {
    'no-html': 'The server gave no interface that can be drawn. The result is in the card above.',
    'too-large':
      'The interface is larger than 8 MB and was not drawn. The result is in the card above.',
    'not-read': 'The interface could not be read from the server. The result is in the card above.',
  },
  ended: {
    closed: 'You stopped the interface.',
    'closed-by-app': 'The interface closed itself.',
    replaced: 'Four interfaces run at once. This one ended for a newer one.',
    'not-started': 'The interface did not start within 8 seconds. The result is in the card above.',
    crashed: 'The interface crashed. The result is in the card above.',
    navigated: 'The interface tried to go to another address and was ended.',
    'took-focus': 'The interface took the keyboard twice and was ended.',
    'over-limits': 'The interface sent too much or used too much memory and was ended.',
    spinning:
      'The interface used the processor without pause and was ended. The result is in the card above.',
  },
  drafted: {
    message: '{{server}} put a message into your draft. Nothing was sent.',
    context: '{{server}} put text for the model into your draft. Nothing was sent.',
  },
}
