import type { Entry, TranscriptTurn } from '@gatehouse/domain'

/** For tests: a turn that is over, as the transcript has it. */
export function shownTurn(entries: Entry[], change: Partial<TranscriptTurn> = {}): TranscriptTurn {
  return {
    id: 't1',
    conversationId: 'c1',
    parentId: null,
    depth: 0,
    origin: 'message',
    status: 'done',
    model: { providerId: 'p', modelId: 'm' },
    step: 1,
    stepLimit: 20,
    entries,
    preparing: null,
    failure: null,
    startedAt: 1,
    endedAt: 2,
    entriesBefore: 0,
    entriesAfter: 0,
    ...change,
  }
}
