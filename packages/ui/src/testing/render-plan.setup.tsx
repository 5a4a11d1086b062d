/* A plan's card in a layout that a test controls: the test document has none of its own. */
import type { JsonObject, ToolAnnotations, ToolApprovalAsk, ToolCall } from '@gatehouse/domain'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { PlanCard } from '../features/chat/plan/plan-card.tsx'
import { KitProvider } from '../kit/index.ts'
import { INPUT_DELAY_MS } from '../lib/chats/ask-target.ts'
import { BridgeProvider } from '../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { createSampleBridge } from '../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../lib/ui-store.tsx'

const [sample] = sampleAsks as [ToolApprovalAsk]

export interface GivenCall {
  id: string
  annotations?: ToolAnnotations
  arguments?: JsonObject
  /** Pixels of its arguments while they are open. */
  height?: number
}

export interface PlanLayout {
  /** Pixels of the list between head and foot. */
  list: number
  width?: number
}

const LINE = 34
const BUTTONS = 44
const HEAD = 36
const FOOT = 70

export const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function askOfCall({
  id,
  annotations,
  arguments: args = { path: id },
}: GivenCall): ToolApprovalAsk {
  const { annotations: _declared, ...tool } = sample.tool
  return {
    ...sample,
    id,
    entryId: `entry-${id}`,
    serverIdentity: 'identity',
    definition: JSON.stringify(annotations ?? null),
    arguments: args,
    tool: { ...tool, ...(annotations ? { annotations } : {}) },
  }
}

function callOf(ask: ToolApprovalAsk): ToolCall {
  const { entryId, serverId, serverName, serverHue, tool, arguments: args } = ask
  return {
    kind: 'tool-call',
    id: entryId,
    step: ask.step,
    callId: ask.id,
    origin: 'model',
    serverId,
    serverName,
    serverHue,
    toolName: tool.name,
    toolTitle: tool.name,
    proposedArguments: args,
    arguments: args,
    status: 'waiting',
    askId: ask.id,
    createdAt: 1,
  }
}

/** Draws a plan of these calls. Needs fake timers. */
export async function renderPlan(given: readonly GivenCall[], layout: PlanLayout) {
  const asks = given.map(askOfCall)
  const bridge = createSampleBridge({ asks })
  const plan = { turnId: sample.turnId, step: sample.step, stepLimit: 20 }
  const counts = { calls: asks.length, waiting: asks.length, allowed: 0, denied: 0, ended: 0 }
  const row = {
    kind: 'plan',
    id: 'plan',
    plan: { ...plan, ...counts },
    calls: asks.map(callOf),
  } as const
  const restore = lay(given, layout)
  const view = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <PlanCard row={row} conversationId={sample.conversationId} onScroll={() => undefined} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const list = document.querySelector<HTMLElement>('[data-plan-list]')
  if (!list) throw new Error('No list was drawn.')
  await passTime(3 * INPUT_DELAY_MS)
  return {
    list,
    asks,
    press: (init: KeyboardEventInit) =>
      fireEvent.keyDown(document.activeElement ?? document.body, init),
    row: (id: string) => document.querySelector<HTMLElement>(`[data-plan-row="${id}"]`),
    rows: () => [...document.querySelectorAll<HTMLElement>('[data-plan-row]')],
    button: (name: RegExp) => screen.queryByRole<HTMLButtonElement>('button', { name }),
    note: () => screen.getByTestId('plan-note').textContent,
    seen: () => screen.getByTestId('plan-seen').textContent,
    sent: () =>
      bridge.requests
        .filter(({ route }) => route === 'ask.answer-plan')
        .map(({ input }) => input) as (
        | { decision: 'allow-once'; calls: { id: string; shown: string }[]; unopened?: string[] }
        | { decision: 'deny'; calls: string[] }
      )[],
    /** Answers to single calls. */
    answers: () =>
      bridge.requests.flatMap(({ route, input }) => (route === 'ask.answer' ? [input] : [])),
    close() {
      view.unmount()
      restore()
    },
  }
}

const isOpen = (row: Element): boolean =>
  row.querySelector('[aria-expanded]')?.getAttribute('aria-expanded') === 'true'

/** Pixels of an item of the list, without and with the buttons of its row. */
function heightOf(item: Element, given: readonly GivenCall[]): { content: number; all: number } {
  const row = item.querySelector('[data-plan-row]')
  if (!row || !isOpen(row)) return { content: LINE, all: LINE }
  const id = row.getAttribute('data-plan-row')
  const content = LINE + (given.find((one) => one.id === id)?.height ?? 40)
  return { content, all: content + (row.querySelector('[data-card-footer]') ? BUTTONS : 0) }
}

/** Where each row is now, from the top of the window, without its buttons. */
export function placesOfRows(
  given: readonly GivenCall[],
): Map<string, { top: number; height: number; isOpen: boolean }> {
  const list = document.querySelector<HTMLElement>('[data-plan-list]')
  const places = new Map<string, { top: number; height: number; isOpen: boolean }>()
  let top = HEAD - (list?.scrollTop ?? 0)
  for (const item of list?.children ?? []) {
    const { content, all } = heightOf(item, given)
    const row = item.querySelector('[data-plan-row]')
    const id = row?.getAttribute('data-plan-row')
    if (row && id != null) places.set(id, { top, height: content, isOpen: isOpen(row) })
    top += all
  }
  return places
}

/** The rows that the list shows, from the top of the window. */
export const frameOfList = ({ list }: PlanLayout) => ({ top: HEAD, bottom: HEAD + list })

function lay(given: readonly GivenCall[], layout: PlanLayout): () => void {
  const { list: frame, width = 600 } = layout
  const scrolls = new WeakMap<Element, number>()
  const rect = (top: number, height: number) => new DOMRect(0, top, width, height)
  const totalOf = (list: Element): number =>
    [...list.children].reduce((sum, item) => sum + heightOf(item, given).all, 0)
  const boxOf = (element: Element): DOMRect => {
    if (element.matches('[data-plan-list]')) return rect(HEAD, frame)
    if (element.closest('[data-testid=plan-footer]')) return rect(HEAD + frame, FOOT)
    if (element.matches('[data-testid=plan]')) return rect(0, HEAD + frame + FOOT)
    const row = element.closest('[data-plan-row]')
    const place = placesOfRows(given).get(row?.getAttribute('data-plan-row') ?? '')
    if (!row || !place) return rect(0, 0)
    if (element.matches('[data-card-footer]')) return rect(place.top + place.height, BUTTONS)
    if (element.matches('[data-arguments]')) return rect(place.top + LINE, place.height - LINE)
    const buttons = row.querySelector('[data-card-footer]') ? BUTTONS : 0
    return element === row ? rect(place.top, place.height + buttons) : rect(place.top, LINE)
  }
  const spies = [
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return boxOf(this)
    }),
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
      return this.matches('[data-arguments]') ? boxOf(this).height : 0
    }),
    vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(function (this: Element) {
      const most = this.matches('[data-plan-list]') ? Math.max(0, totalOf(this) - frame) : 0
      return Math.min(scrolls.get(this) ?? 0, most)
    }),
    vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (
      this: Element,
      top: number,
    ) {
      const most = this.matches('[data-plan-list]') ? Math.max(0, totalOf(this) - frame) : 0
      scrolls.set(this, Math.max(0, Math.min(top, most)))
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
