import type { Conversation } from '@gatehouse/domain'
import {
  CHAT_SETUP_LIMITS,
  DEFAULT_OUTPUT_TOKENS,
  DEFAULT_SYSTEM_PROMPT,
  type ChatPreset,
  type ChatSetup,
} from '@gatehouse/domain/chats'
import { useState } from 'react'
import { Button, Select, Sheet, TextArea, TextField } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useSettings } from '../../../lib/queries/index.ts'
import { HiddenCharactersNote } from '../markdown/hidden-characters-note.tsx'
import { ChatPresets } from './chat-presets.tsx'
import { ChatTools } from './chat-tools.tsx'
import { faultsOf, fieldsOf, setupOf, type SetupFields } from './setup-form.ts'

export interface ChatSetupSheetProps {
  conversation: Conversation
  /** Shown in place of what the chat has, to be saved or not. */
  proposal?: ChatSetup | undefined
  onSaved?: (() => void) | undefined
  onClose: () => void
}

/** The system prompt, parameters, tools and step limit of a chat: exactly what is sent. */
export function ChatSetupSheet(props: ChatSetupSheetProps) {
  const { conversation, proposal, onSaved, onClose } = props
  const t = useT('chat')
  const [fields, setFields] = useState(() => fieldsOf(proposal ?? conversation.setup ?? {}))
  const change = (more: Partial<SetupFields>) => setFields((now) => ({ ...now, ...more }))
  const [preset, setPreset] = useState<ChatPreset | null>(null)
  const save = useSaveSetup(conversation.id, preset, () => {
    onSaved?.()
    onClose()
  })
  const setup = setupOf(fields)
  const isTooLong = fields.systemPrompt.length > CHAT_SETUP_LIMITS.systemPrompt
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('setup.title')}
      description={t('setup.note')}
      footer={
        <>
          <Button onClick={onClose}>{t('setup.cancel')}</Button>
          <Button
            variant="primary"
            data-submit
            loading={save.isPending}
            disabled={!setup || isTooLong}
            onClick={() => setup && save.save(setup)}
          >
            {t('setup.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChatPresets
          conversation={conversation}
          setup={isTooLong ? undefined : setup}
          onUse={(chosen) => {
            setPreset(chosen)
            setFields(fieldsOf(chosen.setup))
          }}
        />
        <SystemPrompt
          value={fields.systemPrompt}
          isTooLong={isTooLong}
          onChange={(systemPrompt) => change({ systemPrompt })}
        />
        <Parameters fields={fields} cost={conversation.cost ?? 0} onChange={change} />
        <ChatTools
          conversation={conversation}
          off={fields.toolsOff}
          pinned={fields.toolsPinned}
          onChange={(toolsOff) => change({ toolsOff })}
          onPin={(toolsPinned) => change({ toolsPinned })}
        />
      </div>
    </Sheet>
  )
}

/** The setup, and the model and servers of the preset that was used, where it keeps them. */
function useSaveSetup(id: string, preset: ChatPreset | null, onSaved: () => void) {
  const setSetup = useAction('chat.set-setup')
  const setModel = useAction('chat.set-model')
  const setServers = useAction('chat.set-servers')
  const saveAll = async (setup: ChatSetup): Promise<void> => {
    await setSetup.mutateAsync({ id, setup })
    if (preset?.model !== undefined) await setModel.mutateAsync({ id, model: preset.model })
    if (preset?.serverIds !== undefined)
      await setServers.mutateAsync({ id, serverIds: preset.serverIds })
    onSaved()
  }
  return {
    // What fails is reported by the action itself; the sheet stays open.
    save: (setup: ChatSetup) => void saveAll(setup).catch(() => undefined),
    isPending: setSetup.isPending || setModel.isPending || setServers.isPending,
  }
}

function SystemPrompt({
  value,
  isTooLong,
  onChange,
}: {
  value: string
  isTooLong: boolean
  onChange: (value: string) => void
}) {
  const t = useT('chat')
  const { number } = useFormats()
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        spellCheck
        label={t('setup.systemPrompt')}
        description={t('setup.systemPromptNote')}
        error={
          isTooLong
            ? t('composer.tooLong', { count: number(CHAT_SETUP_LIMITS.systemPrompt) })
            : undefined
        }
        value={value}
        onValueChange={onChange}
        minRows={4}
        maxRows={12}
      />
      <HiddenCharactersNote text={value} onChange={onChange} />
      {value !== DEFAULT_SYSTEM_PROMPT && (
        <Button size="small" className="self-start" onClick={() => onChange(DEFAULT_SYSTEM_PROMPT)}>
          {t('setup.restore')}
        </Button>
      )}
    </div>
  )
}

interface ParametersProps {
  fields: SetupFields
  /** US dollars so far. */
  cost: number
  onChange: (more: Partial<SetupFields>) => void
}

function Parameters({ fields, cost, onChange }: ParametersProps) {
  const t = useT('chat')
  const { number, dollars } = useFormats()
  const faults = faultsOf(fields)
  const limit = useSettings().data?.stepLimit ?? 20
  const { stops, stop } = CHAT_SETUP_LIMITS
  const efforts = (['default', 'none', 'low', 'medium', 'high'] as const).map((value) => ({
    value,
    label: value === 'default' ? t('setup.modelDefault') : t(`setup.efforts.${value}`),
  }))
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-5 min-[40rem]:grid-cols-2">
      <TextField
        label={t('setup.temperature')}
        inputMode="decimal"
        placeholder={t('setup.modelDefault')}
        value={fields.temperature}
        error={faults.temperature ? t('setup.temperatureIssue') : undefined}
        onValueChange={(temperature) => onChange({ temperature })}
      />
      <TextField
        label={t('setup.maxTokens')}
        inputMode="numeric"
        placeholder={number(DEFAULT_OUTPUT_TOKENS)}
        value={fields.maxOutputTokens}
        error={
          faults.maxOutputTokens
            ? t('setup.maxTokensIssue', { count: DEFAULT_OUTPUT_TOKENS })
            : undefined
        }
        onValueChange={(maxOutputTokens) => onChange({ maxOutputTokens })}
      />
      <Select
        label={t('setup.effort')}
        value={fields.reasoningEffort}
        options={efforts}
        onValueChange={(reasoningEffort) => onChange({ reasoningEffort })}
      />
      <TextField
        label={t('setup.steps')}
        inputMode="numeric"
        placeholder={number(limit)}
        value={fields.stepLimit}
        error={faults.stepLimit ? t('setup.stepsIssue', { count: limit }) : undefined}
        onValueChange={(stepLimit) => onChange({ stepLimit })}
      />
      <TextField
        className="min-[40rem]:col-span-2"
        label={t('setup.cost')}
        description={t('setup.costNote', { cost: dollars(cost) })}
        inputMode="decimal"
        placeholder={t('setup.costNone')}
        value={fields.costLimit}
        error={faults.costLimit ? t('setup.costIssue') : undefined}
        onValueChange={(costLimit) => onChange({ costLimit })}
      />
      <TextArea
        className="min-[40rem]:col-span-2"
        label={t('setup.stop')}
        description={t('setup.stopNote', { count: stops })}
        error={faults.stop ? t('setup.stopIssue', { count: stops, characters: stop }) : undefined}
        mono
        minRows={1}
        maxRows={4}
        value={fields.stop}
        onValueChange={(next) => onChange({ stop: next })}
      />
    </div>
  )
}
