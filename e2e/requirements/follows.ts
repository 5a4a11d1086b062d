import type { Requirement } from './requirement.ts'
import { plain } from './variants.ts'

/** Promises about resources that are attached and change at their servers. */
export const followRequirements = {
  'chat.follow': {
    promise:
      'A resource that is attached is followed when its server can, marked when it changed, and read again by the person alone.',
    clauses: {
      attached: {
        statement: 'It is followed once it is read, and no longer once it is removed.',
        variants: plain,
      },
      reconnected: {
        statement:
          'It is not followed while its server is stopped, and is on the next connection, with from when on.',
        variants: plain,
      },
      updated: {
        statement: 'The first update that its server notifies marks it.',
        variants: plain,
      },
      kept: { statement: 'The mark is there after a start of the app.', variants: plain },
      shown: 'The chip shows whether it is followed.',
      marked: 'The chip shows that it changed since it was attached; it is sent as it was shown.',
      again: 'Read again, it is what its server gives now, and that is sent.',
      'as-it-is': 'Kept as it is, it is neither marked nor followed.',
      message:
        'A sent message shows that it changed since, and the new version can be put into the draft.',
    },
  },
} as const satisfies Record<string, Requirement>
