import { MAX_MESSAGE_CHARACTERS } from '@gatehouse/contract'
import type { Conversation } from '@gatehouse/domain'
import { ArrowUp, Square, Wrench } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { AutoGrowTextArea, Button, IconButton } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction, useProviders } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useBridge } from '../../lib/bridge.tsx'
import { HiddenInDraft } from './hidden-in-draft.tsx'
import { ModelPicker } from './model-picker.tsx'
import { useDraft } from './use-draft.ts'
import { useStopKey } from './use-stop-key.ts'

interface ComposerProps {
  /** None yet while the window starts: it can be typed in, not sent. */
  conversation: Conversation | undefined
  /** A turn runs in this chat. */
  running: boolean
  onRunTool: () => void
}

/** Where the person writes; with no model, where they choose tools and keep notes. */
export const Composer = memo(function Composer({
  conversation,
  running,
  onRunTool,
}: ComposerProps) {
  const t = useT('chat')
  const { number } = useFormats()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(conversation?.id, conversation?.draft ?? '')
  const send = useAction('chat.send')
  const { drafts } = useBridge()
  const stop = useStop(conversation?.id ?? '', running)
  useStopKey(running ? stop.stop : null)
  useEffect(() => area.current?.focus({ preventScroll: true }), [])
  // Also when it appears: what was put in before that is written on from its end.
  const { appended } = draft
  const shown = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (shown.current === appended) return
    shown.current = appended
    toItsEnd(area.current)
  }, [appended])
  const tooLong = draft.text.length > MAX_MESSAGE_CHARACTERS
  const sendable =
    conversation !== undefined &&
    draft.text.trim() !== '' &&
    !tooLong &&
    !running &&
    !send.isPending

  const submit = () => {
    if (!sendable) return
    const { text } = draft
    const { id } = conversation
    drafts.clear(id)
    // What could not be sent comes back, wherever the person is by then.
    send.mutateAsync({ id, text }).catch(() => drafts.giveBack(id, text))
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229 = the key press that an input method is still working on.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if ((event.key === 'PageUp' || event.key === 'PageDown') && !event.shiftKey) {
      event.preventDefault()
      turnPage(event.key === 'PageUp' ? -1 : 1)
      return
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    const mod = event.ctrlKey || event.metaKey
    // Mod+Enter in an empty composer belongs to the question that waits, if there is one.
    if (mod && draft.text === '') return
    event.preventDefault()
    if (!event.repeat) submit()
  }
  return (
    <div className="mx-auto w-full max-w-[49.5rem] shrink-0 px-3 pb-4">
      {conversation?.model === null && <NoModelLine onRunTool={onRunTool} />}
      <div className="rounded-xl border border-line-strong bg-card shadow-1 transition-colors focus-within:border-control-line">
        <AutoGrowTextArea
          ref={area}
          data-testid="composer"
          data-composer
          aria-label={t('composer.label')}
          aria-describedby={tooLong ? 'composer-problem' : undefined}
          aria-invalid={tooLong || undefined}
          placeholder={t(
            conversation?.model === null ? 'composer.placeholderManual' : 'composer.placeholder',
          )}
          value={draft.text}
          onValueChange={draft.setText}
          onKeyDown={onKeyDown}
          minRows={1}
          maxRows={12}
          className="w-full bg-transparent px-3.5 pt-3 pb-1.5 text-read outline-none"
        />
        {tooLong && (
          <p id="composer-problem" role="alert" className="px-3.5 text-small text-danger">
            {t('composer.tooLong', { count: number(MAX_MESSAGE_CHARACTERS) })}
          </p>
        )}
        <HiddenInDraft
          text={draft.text}
          className="px-3.5 pb-2"
          onChange={(text) => {
            draft.setText(text)
            area.current?.focus()
          }}
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <IconButton
            icon={Wrench}
            label={t('composer.tools')}
            tooltipSide="top"
            data-testid="run-tool"
            disabled={running || !conversation}
            onClick={onRunTool}
          />
          <div className="ml-auto flex min-w-0 items-center gap-2">
            {conversation && <ModelPicker conversation={conversation} />}
            {running ? (
              <IconButton
                icon={Square}
                variant="secondary"
                label={t(stop.stopping ? 'composer.stopping' : 'composer.stop')}
                keys="Escape"
                tooltipSide="top"
                data-testid="stop"
                aria-disabled={stop.stopping || undefined}
                className={stop.stopping ? 'motion-pulse' : undefined}
                onClick={stop.stop}
              />
            ) : (
              <IconButton
                icon={ArrowUp}
                variant={sendable ? 'primary' : 'secondary'}
                label={t('composer.send')}
                keys="Enter"
                tooltipSide="top"
                data-testid="send"
                disabled={!sendable}
                onClick={submit}
              />
            )}
          </div>
        </div>
      </div>
    </div>
  )
})

/** Puts the caret behind the last character, and that in view. */
function toItsEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return
  area.setSelectionRange(area.value.length, area.value.length)
  area.scrollTop = area.scrollHeight
}

/** Reads on in the transcript while the composer keeps the focus. */
function turnPage(pages: number): void {
  const box = document.querySelector('[data-transcript]')
  box?.scrollBy({ top: pages * box.clientHeight * 0.9 })
}

/** Asks main to stop the turn, once; forgotten as soon as it is over. */
function useStop(id: string, running: boolean): { stop: () => void; stopping: boolean } {
  const { mutate } = useAction('chat.stop')
  const [state, setState] = useState({ running, asked: false })
  if (state.running !== running) setState({ running, asked: false })
  const stop = () => {
    if (state.asked) return
    setState({ running, asked: true })
    mutate({ id }, { onError: () => setState({ running: true, asked: false }) })
  }
  return { stopping: running && state.asked, stop }
}

function NoModelLine({ onRunTool }: { onRunTool: () => void }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const providers = useProviders().data
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1.5 pb-2 text-note text-fg-2">
      <span>{t('composer.noModel')}</span>
      <span className="ml-auto flex gap-2">
        {providers?.length === 0 && (
          <Button size="small" onClick={() => show({ kind: 'connect-model' })}>
            {t('composer.connect')}
          </Button>
        )}
        <Button size="small" icon={Wrench} onClick={onRunTool}>
          {t('composer.runTool')}
        </Button>
      </span>
    </div>
  )
}
