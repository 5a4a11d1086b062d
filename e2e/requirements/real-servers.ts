import type { Requirement } from './requirement.ts'

/** Promises about servers that others wrote, from the window to the request to the model. */
export const realServerRequirements = {
  'real.everything': {
    promise: 'What server-everything offers is used in chats, in both languages.',
    clauses: {
      prompt: 'A prompt is completed, by what else is filled in too, and sent in its role.',
      template: 'A resource of a template is attached by a completed variable, and sent.',
      update: 'An update of a followed resource is seen.',
      picture: 'A picture of its tool is shown, and its bytes reach a model that takes pictures.',
      note: 'A model that supports none gets a note instead, and the person is notified before an attached one is sent.',
    },
  },
  'real.filesystem': {
    promise: 'server-filesystem edits through a chat what the person saw and allowed.',
    clauses: {
      shown: 'The card shows the exact arguments, and nothing was written by then.',
      allowed: 'Allowed, the file is changed exactly so.',
      denied: 'Denied, it stays as it is.',
      sound: 'A sound that it read can be played, and its bytes reach a model that takes sounds.',
      note: 'A model that supports none gets a note about the audio.',
    },
  },
  'real.browser': {
    promise: '@playwright/mcp drives a browser of this computer through a chat.',
    clauses: {
      picture:
        'What it took a picture of is in the transcript, and its bytes in the request to the model.',
      ended: 'Its processes and those of its browser end with the app.',
    },
  },
} as const satisfies Record<string, Requirement>
