import type { RouteName } from '@gatehouse/contract'
import type { UserActivation } from './presses.ts'

/**
 * Acts that send, open, read from a server, start or stop one: each takes a press of its own, so none is saved up or
 * shared. Answers to asks and forms take theirs from the same ones.
 */
const ONE_BY_PRESS: ReadonlySet<RouteName> = new Set([
  'app.open-link',
  'app.resume',
  'catalogue.search',
  'chat.accept-prompt',
  'chat.attach-prompt',
  'chat.attach-resource',
  'chat.continue',
  'chat.edit',
  'chat.read-again',
  'chat.release-queue',
  'chat.retry',
  'chat.run-tool',
  'chat.send',
  'chat.send-later',
  'chat.send-queued',
  'chat.set-servers',
  'network.test',
  'provider.refresh',
  'provider.test',
  'server.forget-sign-in',
  'server.get-prompt',
  'server.read-resource',
  'server.read-skill',
  'server.restart',
  'server.sign-in-again',
  'server.sign-out',
  'server.start',
  'server.stop',
  'server.watch-resource',
  'task.cancel',
  'window.open-chat',
  'window.open-quick',
])

interface Options {
  /** The latest press in the window. */
  latest(): UserActivation | undefined
  isAssisted(): boolean
}

export interface SpentPresses {
  /** Takes the latest press; why it counts for nothing more, when something took it before. */
  take(): string | undefined
  /** The same for a route that takes one; undefined for others. */
  takeFor(route: RouteName): string | undefined
}

/** Takes presses, each once. */
export function createSpentPresses(options: Options): SpentPresses {
  const take = createSpending(options)
  // They follow typing: one takes no press from what a person presses right after, and that of a key may come when the
  // next key is the latest press, which has one of its own.
  const takeForCompletion = createSpending(options, 2)
  return {
    take,
    takeFor(route) {
      if (route === 'server.complete') return takeForCompletion()
      return ONE_BY_PRESS.has(route) ? take() : undefined
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
