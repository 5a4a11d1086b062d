import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { checkOutcome, type Limit, type Outcome } from './outcome.ts'
import { outcomeFile } from './settings.ts'

// What holds while servers, models, configurations, pictures and the page itself attack.

const holds = (limit: Limit) => () => {
  const outcome = JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome
  expect(checkOutcome(outcome).filter((broken) => broken.limit === limit)).toEqual([])
}

/**
 * @threat fuzz.main-blocked
 * @attacker server
 * @tries sends floods, giant or deep messages, endless lists and notifications until main stands still
 * @stoppedBy everything that comes in has a budget that is applied before it is parsed or kept
 */
test('main responds within 100 ms throughout', holds('main'))

/**
 * @threat fuzz.window-blocked
 * @attacker model
 * @tries answers with text, calls and markdown that the window is slow to draw
 * @stoppedBy steps, blocks and markdown have budgets, and large ones are drawn in parts
 * @remains While many cards are answered, frames and timers come up to 400 ms late; a press waits for one task of them.
 */
test('the window responds within 250 ms throughout', holds('window'))

/**
 * @threat fuzz.memory
 * @attacker file
 * @tries sends pictures and results that take hundreds of times their size once they are opened
 * @stoppedBy pictures are judged by their headers, results by their bytes, before they are opened
 */
test('all processes stay under 700 MB', holds('memory'))

/**
 * @threat fuzz.disk
 * @attacker model
 * @tries makes the record grow by more than what is kept in it
 * @stoppedBy what is kept is appended, not written again, and each part of it has a budget
 */
test('the database grows by at most 1.2 bytes per byte kept', holds('record'))

/**
 * @threat fuzz.commands
 * @attacker page
 * @tries runs a program by calling routes, by an import, a link or a planted copy
 * @stoppedBy a program runs only after a consent that script in the window cannot give
 */
test('no command runs unapproved', holds('commands'))

/**
 * @threat fuzz.calls
 * @attacker model
 * @tries has a tool run, or run with other arguments, without a decision about it
 * @stoppedBy each call is decided about and kept with its arguments before the server gets it
 */
test('no call reaches a server without a decision in the record', holds('calls'))

/**
 * @threat fuzz.lost-work
 * @attacker program
 * @tries kills main or the window at any moment, so that work is lost or no start succeeds
 * @stoppedBy what is shown as done is on disk before, and a start needs nothing from the last one
 * @threat fuzz.main-blocked
 * @threat fuzz.window-blocked
 */
test('the next start is healthy, and nothing ends by itself', holds('starts'))
/**
 * @threat fuzz.apps
 * @attacker server
 * @tries To send anything out of a sealed interface, or to cover, move or press the card of a question.
 * @stoppedBy A view has no network, a frame of its own whose size is frozen while a question is open, and no press in it
 * counts.
 */
test(
  'a hostile interface reaches nothing, covers and moves no question, and presses nothing',
  holds('apps'),
)
/** @threat fuzz.lost-work */
test('nothing that was shown as done is lost', holds('done'))
test('the attack did what it is for', holds('attack'))
