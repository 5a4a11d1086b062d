import { describe, expect, it } from 'vitest'
import { widensMode, type ApprovalMode } from '../approvals/approval-mode.ts'
import { decideCall, MAX_UNASKED_CALLS, type CallFacts, type CallVerdict } from './decide-call.ts'
import { declaredEffect, isMarkable } from './tool-hints.ts'
import type { ToolAnnotations } from '../tools/tool.ts'

const modes: readonly ApprovalMode[] = ['every-call', 'changes', 'risky-calls']
const closed = { readOnlyHint: true, openWorldHint: false } as const
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const

const facts = (change: Partial<CallFacts> = {}): CallFacts => ({
  mode: 'risky-calls',
  origin: 'model',
  form: 'none',
  flowRule: 'allow',
  hasForeignText: false,
  isGranted: false,
  mark: undefined,
  trust: 'trusted',
  annotations: closed,
  isInWorkspace: true,
  unasked: 0,
  ...change,
})

const hints = [undefined, false, true] as const
const annotations: readonly (ToolAnnotations | undefined)[] = [
  undefined,
  ...hints.flatMap((readOnlyHint) =>
    hints.flatMap((destructiveHint) =>
      hints.map((openWorldHint) => ({
        ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
        ...(destructiveHint === undefined ? {} : { destructiveHint }),
        ...(openWorldHint === undefined ? {} : { openWorldHint }),
      })),
    ),
  ),
]

const values = {
  mode: modes,
  origin: ['model', 'person'],
  form: ['none', 'as-shown', 'not-as-shown'],
  flowRule: ['allow', 'ask', 'never'],
  hasForeignText: [false, true],
  isGranted: [false, true],
  mark: [undefined, 'read-only', 'ask'],
  trust: ['trusted', 'none', 'tool-changed', 'server-changed', 'outcome-unknown'],
  annotations,
  isInWorkspace: [true, false],
  unasked: [0, MAX_UNASKED_CALLS],
} as const satisfies { [Key in keyof CallFacts]: readonly CallFacts[Key][] }
const CALLS = 20_000

/** Random calls, the same in each run: most of their facts are harmless, so that each rule decides about some. */
function* randomCalls(): Generator<CallFacts> {
  let state = 20_261_128
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const always = new Set(['mode', 'annotations', 'mark', 'isInWorkspace'])
  for (let made = 0; made < CALLS; made += 1)
    yield Object.fromEntries(
      Object.entries(values).map(([name, of]) => {
        const isAny = always.has(name) || below(6) === 0
        return [name, of[isAny ? below(of.length) : 0]]
      }),
    ) as unknown as CallFacts
}

/** Invariants of a call that runs by the mode, read from the facts and not from the table. */
function isSafe(call: CallFacts): boolean {
  const declared = call.annotations ?? {}
  const isRead =
    declared.destructiveHint !== true &&
    ((declared.readOnlyHint === true && declared.openWorldHint === false) ||
      (call.mark === 'read-only' &&
        declared.readOnlyHint !== false &&
        declared.openWorldHint !== true))
  const isHarmlessWrite =
    call.mode === 'risky-calls' &&
    declared.readOnlyHint !== true &&
    declared.destructiveHint === false &&
    declared.openWorldHint === false &&
    call.isInWorkspace
  return (
    call.mode !== 'every-call' &&
    call.origin === 'model' &&
    call.form === 'none' &&
    call.trust === 'trusted' &&
    call.mark !== 'ask' &&
    call.flowRule === 'allow' &&
    !call.hasForeignText &&
    call.unasked < MAX_UNASKED_CALLS &&
    (isRead || isHarmlessWrite)
  )
}

const byMode = ({ rule }: CallVerdict): boolean => rule === 'read-only' || rule === 'in-workspace'

/**
 * @threat grants.mode-claims
 * @attacker server
 * @tries declares its tools read-only, or nothing, or both of two opposites, so that they run in a chat with a wider
 * mode
 * @stoppedBy a declaration counts only for a server that the person trusts, tool by tool; what is absent has the
 * default of the specification, of opposites the worse counts, and both ask; a mark of the person contradicts no
 * declaration
 * @remains a trusted server that declares from the start that a tool only reads, while it writes, is believed: the
 * consent says that this is the claim of the server alone
 */
it('nothing runs by a mode that its invariant forbids, and nothing safe is asked about', () => {
  let ran = 0
  const wrong: CallFacts[] = []
  for (const call of randomCalls()) {
    const verdict = decideCall(call)
    const runs = verdict.outcome === 'run' && byMode(verdict)
    if (runs) ran += 1
    if (runs ? !isSafe(call) : verdict.outcome === 'ask' && isSafe(call)) wrong.push(call)
  }
  expect(wrong).toEqual([])
  expect(ran).toBeGreaterThan(200)
})

it('what runs in a mode also runs in each wider one, and a refusal holds in all', () => {
  const wrong: CallFacts[] = []
  for (const call of randomCalls()) {
    const { outcome } = decideCall(call)
    for (const mode of modes.filter((one) => widensMode(call.mode, one))) {
      const wider = decideCall({ ...call, mode }).outcome
      if ((outcome === 'run' && wider !== 'run') || (outcome === 'refuse') !== (wider === 'refuse'))
        wrong.push(call)
    }
  }
  expect(wrong).toEqual([])
})

describe('the rule that decides', () => {
  it.each<[Partial<CallFacts>, CallVerdict['outcome'], CallVerdict['rule']]>([
    [{ flowRule: 'never', isGranted: true }, 'refuse', 'flow-rule'],
    [{ form: 'as-shown', mark: 'ask', unasked: 99 }, 'run', 'form'],
    [{ form: 'not-as-shown', isGranted: true }, 'ask', 'form-problem'],
    [{ mark: 'ask', isGranted: true }, 'ask', 'always-ask'],
    [{ flowRule: 'ask', isGranted: true }, 'ask', 'foreign-text'],
    [{ isGranted: true, annotations: { destructiveHint: true } }, 'run', 'grant'],
    [{ isGranted: true, hasForeignText: true }, 'run', 'grant'],
    [{ isGranted: true, unasked: MAX_UNASKED_CALLS }, 'ask', 'too-many'],
    [{ origin: 'person' }, 'ask', 'by-person'],
    [{ mode: 'every-call' }, 'ask', 'every-call'],
    [{ mode: 'never-ask' as ApprovalMode }, 'ask', 'every-call'],
    [{ trust: 'none' }, 'ask', 'not-trusted'],
    [{ trust: 'tool-changed' }, 'ask', 'changed'],
    [{ hasForeignText: true }, 'ask', 'foreign-text'],
    [{}, 'run', 'read-only'],
    [{ mode: 'changes' }, 'run', 'read-only'],
    [{ annotations: undefined }, 'ask', 'undeclared'],
    [{ annotations: { readOnlyHint: true } }, 'ask', 'undeclared'],
    [{ annotations: { readOnlyHint: true }, mark: 'read-only' }, 'run', 'read-only'],
    [{ annotations: { ...closed, destructiveHint: true } }, 'ask', 'destructive'],
    [{ annotations: { destructiveHint: true }, mark: 'read-only' }, 'ask', 'destructive'],
    [{ annotations: { readOnlyHint: true, openWorldHint: true } }, 'ask', 'open-world'],
    [{ annotations: writes, mode: 'changes' }, 'ask', 'changes-data'],
    [{ annotations: writes }, 'run', 'in-workspace'],
    [{ annotations: writes, isInWorkspace: false }, 'ask', 'outside-workspace'],
    [{ unasked: MAX_UNASKED_CALLS }, 'ask', 'too-many'],
    [{ unasked: Number.NaN }, 'ask', 'too-many'],
  ])('of %o: %s by %s', (change, outcome, rule) => {
    expect(decideCall(facts(change))).toEqual({ outcome, rule })
  })
})

it('a mark fills in what a server leaves open, and contradicts nothing that it declares', () => {
  const open = annotations.filter((one) => isMarkable({ annotations: one }))
  for (const one of open) {
    expect(declaredEffect({ annotations: one, mark: 'read-only' })).toBe('read-only')
  }
  const others = annotations.filter((one) => !open.includes(one))
  for (const one of others)
    expect(declaredEffect({ annotations: one, mark: 'read-only' })).toBe(
      declaredEffect({ annotations: one }),
    )
  expect(open).toHaveLength(7)
})
