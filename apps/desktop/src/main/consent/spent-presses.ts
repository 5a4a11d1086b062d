import type { ActRule } from '@gatehouse/contract'
import type { UserActivation } from './presses.ts'

interface Options {
  /** The latest press in the window. */
  latest(): UserActivation | undefined
  isAssisted(): boolean
}

export interface SpentPresses {
  /** Takes the latest press; why it counts for nothing more, when something took it before. */
  take(): string | undefined
  /** The same for a route of this rule; undefined if it takes none. */
  takeFor(by: ActRule<never>['by']): string | undefined
}

/** Takes presses, each once. */
export function createSpentPresses(options: Options): SpentPresses {
  const take = createSpending(options)
  // They follow typing: one takes no press from what a person presses right after, and that of a key may come when the
  // next key is the latest press, which has one of its own.
  const takeForTyping = createSpending(options, 2)
  return {
    take,
    takeFor(by) {
      switch (by) {
        case 'press':
          return undefined
        case 'own-press':
          return take()
        case 'typing':
          return takeForTyping()
      }
    },
  }
}

/** @param acts that one press is for */
function createSpending({ isAssisted, latest }: Options, acts = 1): () => string | undefined {
  let spent: UserActivation | undefined
  let done = 0
  return () => {
    if (isAssisted()) return undefined
    const press = latest()
    if (press !== spent) done = 0
    spent = press
    done += 1
    return done > acts ? 'that press did something before' : undefined
  }
}
