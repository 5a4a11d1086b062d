import type { Requirement } from './requirement.ts'

/** How what a model wrote is drawn. */
export const chatRenderingRequirements = {
  'chat.code': {
    promise: 'Code in an answer is coloured without holding the window up.',
    clauses: {
      colors: 'A complete block in a language that has a grammar is coloured.',
      still: 'Colours change neither the size of a block nor what is copied of it.',
      plain: 'Code that is too long or that hides characters stays plain.',
      slow: 'Code that takes too long to colour stays plain, and holds up no other.',
    },
  },
} as const satisfies Record<string, Requirement>
