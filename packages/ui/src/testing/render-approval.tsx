import type { RouteInput } from '@gatehouse/contract'
import type { ToolApprovalAsk } from '@gatehouse/domain'
import { ApprovalCard } from '../features/chat/approvals/approval-card.tsx'
import { KitProvider, ShowWholeText } from '../kit/index.ts'
import { INPUT_DELAY_MS } from '../lib/chats/ask-target.ts'
import { BridgeProvider } from '../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { createSampleBridge } from '../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../lib/ui-store.tsx'
import { button, mount, shownText } from './mount.ts'

/** The card of a call that waits, read and answered as a person does. */
export interface RenderedApproval {
  /** The raw view, as text. */
  raw(): Promise<string>
  /** Resolves to the input that the card sends when the call is allowed unchanged. */
  allow(): Promise<RouteInput<'ask.answer'>>
  /** The same for a text typed as raw JSON; the words of the refusal when the form sends nothing. */
  allowEdited(
    typed: string,
  ): Promise<{ shown: string; sent?: RouteInput<'ask.answer'>; words: string }>
  close(): Promise<void>
}

/** For tests: the card that the window draws for an ask, with its form. */
export async function renderApproval(ask: ToolApprovalAsk): Promise<RenderedApproval> {
  const bridge = createSampleBridge({ asks: [ask] })
  const { element, run, close } = await mount(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ShowWholeText>
              <ApprovalCard ask={ask} />
            </ShowWholeText>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const press = (name: RegExp) => run(() => button(element, name).click())
  const sent = (): RouteInput<'ask.answer'> | undefined =>
    bridge.requests.find(({ route }) => route === 'ask.answer')?.input as
      | RouteInput<'ask.answer'>
      | undefined
  const settle = () => new Promise((resolve) => setTimeout(resolve, INPUT_DELAY_MS + 50))
  return {
    async raw() {
      if (Object.keys(ask.arguments).length === 0) return '{}'
      await press(/^Show as raw JSON$/)
      const view = element.querySelector('[data-testid=raw-arguments]')
      if (!view) throw new Error('There is no raw view.')
      return shownText(view)
    },
    async allow() {
      await settle()
      await run(() => undefined)
      await press(/^Allow once/)
      const input = sent()
      if (!input) throw new Error('The card sent nothing.')
      return input
    },
    async allowEdited(typed) {
      await press(/^Edit arguments$/)
      await run(() => element.querySelectorAll<HTMLElement>('[role=tab]')[1]?.click())
      const field = element.querySelector<HTMLTextAreaElement>('textarea[id$="/+raw"]')
      if (!field) throw new Error('There is no raw editor.')
      await run(() => type(field, typed))
      await settle()
      await run(() => undefined)
      const allow = Array.from(element.querySelectorAll('button')).find((one) =>
        /^Allow (?:with changes|once)/.test(one.textContent),
      )
      await run(() => allow?.click())
      const input = sent()
      const isMarkedInvalid = () => field.getAttribute('aria-invalid') === 'true'
      // The form looks at what is typed a moment later.
      for (let round = 0; !isMarkedInvalid() && round < (input ? 0 : 20); round += 1)
        await run(() => undefined)
      const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
      const words = described.flatMap((id) => document.getElementById(id) ?? []).map(shownText)
      return {
        shown: field.value,
        // A button that cannot be pressed sends nothing either: parts of the proposal were never in view.
        words: isMarkedInvalid()
          ? words.join(' ')
          : allow?.disabled
            ? 'The button is disabled.'
            : '',
        ...(input ? { sent: input } : {}),
      }
    },
    close,
  }
}

/** As typing does: React reads the value from the element, not from what was assigned to it. */
function type(field: HTMLTextAreaElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  set?.call(field, text)
  const { Event } = field.ownerDocument.defaultView ?? globalThis
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
