/**
 * Texts of the sampling cards about messages, media, context and steps, and the line of each exchange in a chat.
 */
export const sampling = {
  message: {
    add: 'Add a message',
    insert: 'Add a message below message {{position}}',
    up: 'Move message {{position}} up',
    down: 'Move message {{position}} down',
    remove: 'Remove message {{position}}',
    restore: 'Restore message {{position}}',
    role: 'Role of message {{position}}',
    placeholder: 'Write what the model should read',
    added: 'Added by you',
    moved: 'Moved by you',
    removed: 'Removed by you: {{part}}',
    removedOwn: 'Added and removed by you: {{part}}',
    together: 'A tool call and its result stay together.',
    movedTo: 'Moved to position {{position}} of {{count}}.',
    empty: 'A message that you added is empty. Write something in it, or remove it.',
  },
  media: {
    add: 'Add an image or audio to message {{position}}',
    remove: 'Remove your image or audio from message {{position}}',
    yours: { image: 'Image added by you', audio: 'Audio added by you' },
    problem: {
      unsupported:
        'This file cannot be added. Choose a PNG, JPEG, GIF or WebP image, or a WAV or MP3 audio file.',
      'too-large':
        'This is too large. Images and audio that you add can have up to {{limit}} in total.',
    },
    unseen: {
      image:
        '{{model}} does not support images. Remove them, or choose a model that does. Otherwise the request may fail.',
      audio:
        '{{model}} does not support audio. Remove it, or choose a model that does. Otherwise the request may fail.',
    },
    unknown: {
      image: 'It is unknown whether {{model}} supports images.',
      audio: 'It is unknown whether {{model}} supports audio.',
    },
    named: {
      image:
        '{{model}} does not receive the images in messages of the assistant. It only receives a note that there was one.',
      audio:
        '{{model}} does not receive the audio in messages of the assistant. It only receives a note that there was some.',
    },
  },
  context: {
    label: 'Context from the chat',
    thisServer:
      '{{server}} also asks for context: its own earlier results in this chat. Nothing is added unless you add it.',
    allServers:
      '{{server}} also asks for context: earlier results of all servers in this chat. Nothing is added unless you add it.',
    results_one: '{{count}} result, {{characters}} characters',
    results_other: '{{count}} results, {{characters}} characters',
    latest_one: 'The latest result, {{characters}} characters, shortened',
    latest_other: 'The latest {{count}} results, {{characters}} characters, shortened',
    add: 'Add as a message',
    addLabel: 'Add context from {{server}} as a message',
    added: 'Added below',
    badge: 'Context from {{server}}, added by you',
    addNote:
      'You can read and edit it below before the model gets it. The answer may reveal it to {{server}}.',
    noChat: 'No context: this request is not tied to a single chat.',
    nothing: 'No context: no earlier result in this chat can be added.',
    barred: 'Excluded by your data flow rules for {{server}}: {{servers}}',
  },
  exchange: {
    withModel: {
      answered: '{{model}} ({{provider}}) answered {{server}}',
      'by-hand': '{{server}} asked {{model}} ({{provider}}), and you wrote the answer',
      denied: '{{server}} asked {{model}} ({{provider}}), and you denied the answer',
      refused: '{{server}} asked {{model}} ({{provider}}), and your policy refused the answer',
    },
    withoutModel: {
      answered: 'A model answered {{server}}',
      'by-hand': 'You answered {{server}} in place of a model',
      denied: 'You denied a sampling request from {{server}}',
      refused: 'Your policy refused a sampling request from {{server}}',
    },
    runs_one: '{{count}} answer',
    runs_other: '{{count}} answers, the last one was used',
    edited: 'Edited by you',
    by: {
      person: {
        person: 'Allowed by you',
        policy: 'Request allowed by you, answer by your policy',
      },
      policy: {
        person: 'Request allowed by your policy, answer by you',
        policy: 'Allowed by your policy',
      },
    },
    modelGot: 'Sent to the model',
    serverGot: 'Sent to {{server}}',
    side: {
      person: 'Unchanged, allowed by you.',
      policy: 'Unchanged, allowed by your policy.',
    },
    sideEdited: 'Edited by you.',
    cut: 'Beginning only, of {{characters}} characters in all.',
    nothing: 'Nothing was sent to a model or to {{server}}.',
  },
  steps: {
    label: 'Tool calls so far',
    number: 'Request {{number}} of at most {{limit}} during this call',
    earlier_one: '{{count}} earlier call is shown among the messages.',
    earlier_other: '{{count}} earlier calls are shown among the messages.',
  },
  tools_one: '{{count}} tool the model may call',
  tools_other: '{{count}} tools the model may call',
  schema: 'Input schema of {{tool}}',
  toolChoice: {
    auto: 'The model decides whether to call a tool.',
    required: 'The model must call a tool.',
    none: 'The model must not call any tool.',
  },
  metadata: 'Metadata from {{server}} (not sent to the model)',
  byHandLabel: 'Your answer',
  byHandHint: '{{server}} receives exactly this text, marked as written by a person.',
  byHandPlaceholder: 'Write the model’s answer',
  sendByHand: 'Send this answer',
  back: 'Back',
  toolsNote:
    'These tools belong to {{server}}. The model’s calls are shown to you in step 2, and {{server}} receives them only if you send them.',
}
