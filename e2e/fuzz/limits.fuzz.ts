import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { checkOutcome, type Limit, type Outcome } from './outcome.ts'
import { outcomeFile } from './settings.ts'

// What holds while servers, models, configurations, pictures and the page itself attack.

const holds = (limit: Limit) => () => {
  const outcome = JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome
  expect(checkOutcome(outcome).filter((broken) => broken.limit === limit)).toEqual([])
}

test('main responds within 100 ms throughout', holds('main'))
test('the window responds within 250 ms throughout', holds('window'))
test('all processes stay under 700 MB', holds('memory'))
test('the database grows by at most 1.2 bytes per byte kept', holds('record'))
test('no command runs unapproved', holds('commands'))
test('no call reaches a server without a decision in the record', holds('calls'))
test('the next start is healthy, and nothing ends by itself', holds('starts'))
test('nothing that was shown as done is lost', holds('done'))
test('the attack did what it is for', holds('attack'))
