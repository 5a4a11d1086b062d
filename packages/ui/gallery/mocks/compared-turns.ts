import type { TranscriptTurn, Turn } from '@gatehouse/domain'
import { answer, turn, user, waitingCall } from './sample-turns.ts'

const question = user('cu', 'Which of the three databases fits a desktop application?')
const firstModel = { providerId: 'ollama', modelId: 'qwen3:32b' }
const secondModel = { providerId: 'ollama', modelId: 'gemma3:12b' }

const firstText = `**SQLite.** It is one file, needs no server, and is read by every tool.

| | SQLite | DuckDB | Postgres |
|---|---|---|---|
| server | none | none | yes |
| many writers | no | no | yes |

Choose Postgres only if several computers write.`
const secondText = `I would take **SQLite** for three reasons:

1. No server to install or to update
2. A backup is a copy of one file
3. It has been read by everything for twenty years

\`\`\`sql
PRAGMA journal_mode = WAL;
\`\`\``

interface Pair {
  first: TranscriptTurn
  second: TranscriptTurn
}

const whole = (one: Turn): TranscriptTurn => ({ ...one, entriesBefore: 0, entriesAfter: 0 })

/** Two answers to one message. */
export function comparedPair(first: Partial<Turn> = {}, second: Partial<Turn> = {}): Pair {
  const counted = { usage: { inputTokens: 6204, outputTokens: 356 }, cost: 0.0123 }
  return {
    first: whole(
      turn('cmp-1', [question, answer('cmp-a', firstText)], {
        model: firstModel,
        comparison: { isFirst: true, model: secondModel, turnId: 'cmp-2' },
        ...counted,
        ...first,
      }),
    ),
    second: whole(
      turn('cmp-2', [question, answer('cmp-b', secondText)], {
        model: secondModel,
        comparison: { isFirst: false, model: firstModel, turnId: 'cmp-1' },
        ...counted,
        ...second,
      }),
    ),
  }
}

export const failedSecond = comparedPair(
  {},
  {
    entries: [question],
    status: 'failed',
    failure: { code: 'rate-limited', message: '', retryAfterSeconds: 90 },
  },
)

export const askingSecond = comparedPair(
  {},
  {
    entries: [question, answer('cmp-b', 'I look at the present file first.'), waitingCall()],
    status: 'running',
    endedAt: null,
  },
)

export const firstUnderWay = comparedPair({
  entries: [question, answer('cmp-a', '**SQLite.** It is one file', { status: 'streaming' })],
  status: 'running',
  endedAt: null,
  comparison: { isFirst: true, model: secondModel, turnId: null },
})

export const secondNotAsked = comparedPair({
  status: 'stopped',
  comparison: { isFirst: true, model: secondModel, turnId: null },
})
