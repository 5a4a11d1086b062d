import type { Ref } from 'react'
import { Button, classNames, Kbd } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { PlanControl } from './use-plan.ts'

interface PlanFootProps {
  ref: Ref<HTMLDivElement>
  control: PlanControl
  hasKeys: boolean
  /** In pixels, where it may not take all that it needs: the decisions come first, and the rest scrolls. */
  maxHeight?: number | undefined
}

const hints = [
  { keys: ['ArrowUp', 'ArrowDown'], words: 'move' },
  { keys: ['Space'], words: 'markKey' },
  { keys: ['Enter'], words: 'open' },
  { keys: ['Mod+Enter'], words: 'allow' },
  { keys: ['Escape'], words: 'deny' },
] as const

/** The decisions about several calls at once, each button with the number that it decides on. */
export function PlanFoot({ ref, control, hasKeys, maxHeight }: PlanFootProps) {
  const { waiting, chosen, shown, unread, next, readOnly, unopened, lines, hasMarks } = control
  const { note, press, isPending, acceptsInput } = control
  const t = useT('chat')
  const isShort = maxHeight !== undefined
  const allowShown = t(hasMarks ? 'plan.allowMarked' : 'plan.allowShown', { count: shown.length })
  const some = next && shown.length > 0 && (
    <Button
      size={isShort ? 'medium' : 'small'}
      disabled={!acceptsInput}
      className={classNames('disabled:opacity-100', isShort && 'order-1')}
      onClick={control.allowShown}
    >
      {allowShown}
    </Button>
  )
  const all = unopened.length > 0 ? 'allowReadOnlyUnopened' : 'allowReadOnly'
  return (
    <div
      ref={ref}
      data-plan-foot
      data-testid="plan-footer"
      style={{ maxHeight }}
      className={classNames(
        'flex shrink-0 flex-col gap-1.5 border-t border-line bg-sunken px-3',
        isShort ? 'overflow-y-auto overscroll-contain py-1' : 'py-2',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-fg-2">
        <span
          role="status"
          data-testid="plan-seen"
          className={isShort && note ? 'hidden' : undefined}
        >
          {t('plan.inView', { count: chosen.length, seen: shown.length })}
          {unread.length > 0 && ` · ${t('plan.more', { count: unread.length })}`}
        </span>
        {!isShort && some}
        <span
          role="status"
          data-testid="plan-note"
          key={note ? JSON.stringify(note) : ''}
          className="text-warning empty:hidden"
        >
          {note && t(`plan.note.${note.kind}`, { count: note.count })}
        </span>
        {hasKeys && !isShort && (
          <span
            aria-hidden
            className="ml-auto flex flex-wrap items-center gap-x-2.5 max-[44rem]:hidden"
          >
            {hints.map(({ keys, words }) => (
              <span key={words} className="inline-flex items-center gap-1 text-fg-3">
                {keys.map((one) => (
                  <Kbd key={one} keys={one} />
                ))}
                {t(`plan.key.${words}`)}
              </span>
            ))}
          </span>
        )}
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-2',
          // The shortcuts dialog has them too.
          isShort && '[&_kbd]:hidden',
        )}
      >
        <Button
          variant="primary"
          keys={hasKeys ? 'Mod+Shift+Enter' : undefined}
          disabled={!acceptsInput}
          loading={isPending}
          className="disabled:opacity-100"
          onClick={() => press('allow-all')}
        >
          {next ? t('plan.showNext') : allowShown}
        </Button>
        {/* Denying all keeps its place whatever comes and goes below. */}
        {isShort && <span aria-hidden className="order-1 -mb-2 basis-full" />}
        {isShort && some}
        {readOnly.length > 0 && (
          <Button
            data-counted
            keys={hasKeys ? 'Mod+Alt+Enter' : undefined}
            disabled={!acceptsInput}
            className={classNames(
              'max-w-full disabled:opacity-100',
              isShort && 'order-1 h-auto! min-h-7 whitespace-normal!',
            )}
            onClick={() => press('allow-read-only')}
          >
            {t(`plan.${all}`, { count: readOnly.length, unseen: unopened.length })}
          </Button>
        )}
        {lines.length > 0 && lines.length < readOnly.length && (
          <Button
            disabled={!acceptsInput}
            className={isShort ? 'order-1' : undefined}
            onClick={control.allowLines}
          >
            {t('plan.allowLines', { count: lines.length })}
          </Button>
        )}
        <Button
          variant="danger-quiet"
          className="ml-auto"
          keys={hasKeys ? 'Shift+Escape' : undefined}
          disabled={waiting.length === 0}
          onClick={() => press('deny-all')}
        >
          {t('plan.denyAll')}
        </Button>
      </div>
    </div>
  )
}
