import type { Conversation, Settings } from '@gatehouse/domain'
import type { ChatPreset, ChatSetup, NewChats } from '@gatehouse/domain/chats'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, Checkbox, IconButton, Select, TextField, useToasts } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useServers, useSettings } from '../../../lib/queries/index.ts'
import { worded } from '../../../lib/words/worded.ts'

interface ChatPresetsProps {
  conversation: Conversation
  /** As it is typed; nothing while it cannot be kept. */
  setup: ChatSetup | undefined
  onUse: (preset: ChatPreset) => void
}

/** Setups that were given a name, to begin from; and what new chats begin with. */
export function ChatPresets({ conversation, setup, onUse }: ChatPresetsProps) {
  const t = useT('chat')
  const settings = useSettings().data
  const [chosen, setChosen] = useState<string | null>(null)
  const { mutate: remove } = useAction('chat.remove-preset')
  if (!settings) return null
  const { chatPresets } = settings
  const preset = chatPresets.find(({ id }) => id === chosen)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{t('setup.presets')}</legend>
      {chatPresets.length > 0 && (
        <div className="flex items-end gap-2">
          <Select
            className="min-w-0 flex-1"
            label={t('setup.preset')}
            placeholder={t('setup.presetChoose')}
            value={preset ? preset.id : null}
            options={chatPresets.map(({ id, name }) => ({ value: id, label: oneLine(name, 80) }))}
            onValueChange={(id) => {
              setChosen(id)
              const found = chatPresets.find((one) => one.id === id)
              if (found) onUse(found)
            }}
          />
          {preset && (
            <IconButton
              icon={Trash2}
              label={t('setup.presetDelete', { name: oneLine(preset.name, 80) })}
              onClick={() => remove({ id: preset.id })}
            />
          )}
        </div>
      )}
      {preset && <KeptWithPreset preset={preset} />}
      <SavePreset conversation={conversation} setup={setup} presets={chatPresets} />
      <NewChatsChoice settings={settings} />
    </fieldset>
  )
}

/** Changes of a preset beside those that the sheet shows. */
function KeptWithPreset({ preset: { model, serverIds } }: { preset: ChatPreset }) {
  const t = useT('chat')
  const { list } = useFormats()
  const servers = useServers().data ?? []
  if (model === undefined && serverIds === undefined) return null
  const names = servers
    .filter(({ config }) => serverIds?.includes(config.id))
    .map(({ config }) => oneLine(config.name, 80))
  return (
    <div className="flex flex-col gap-0.5 text-small text-fg-2">
      {model !== undefined && (
        <p>
          {model === null
            ? t('setup.presetManual')
            : t('setup.presetUsesModel', { model: oneLine(model.modelId, 120) })}
        </p>
      )}
      {serverIds !== undefined && (
        <p>
          {serverIds === null
            ? t('setup.presetAllServers')
            : names.length === 0
              ? t('setup.presetNoServers')
              : t('setup.presetUsesServers', { servers: list(names) })}
        </p>
      )}
    </div>
  )
}

interface SavePresetProps {
  conversation: Conversation
  setup: ChatSetup | undefined
  presets: readonly ChatPreset[]
}

function SavePreset({ conversation: { model, serverIds }, setup, presets }: SavePresetProps) {
  const t = useT('chat')
  const { show } = useToasts()
  const [name, setName] = useState('')
  const [isWithModel, setIsWithModel] = useState(false)
  const [isWithServers, setIsWithServers] = useState(false)
  const save = useAction('chat.save-preset', {
    onSuccess() {
      setName('')
      show({ tone: 'success', title: worded('chat', (to) => to('setup.presetSaved')) })
    },
  })
  const same = presets.find((one) => one.name === name.trim())
  const submit = (kept: ChatSetup) =>
    save.mutate({
      ...(same ? { id: same.id } : {}),
      name: name.trim(),
      setup: kept,
      ...(isWithModel ? { model } : {}),
      ...(isWithServers ? { serverIds } : {}),
    })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={t('setup.presetName')}
          placeholder={t('setup.presetNamePlaceholder')}
          maxLength={80}
          value={name}
          onValueChange={setName}
        />
        <Button
          disabled={name.trim() === '' || !setup}
          loading={save.isPending}
          onClick={() => setup && submit(setup)}
        >
          {t('setup.presetSave')}
        </Button>
      </div>
      {name.trim() !== '' && (
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          <Checkbox
            label={t('setup.presetWithModel')}
            checked={isWithModel}
            onCheckedChange={setIsWithModel}
          />
          <Checkbox
            label={t('setup.presetWithServers')}
            checked={isWithServers}
            onCheckedChange={setIsWithServers}
          />
        </div>
      )}
    </div>
  )
}

const PRESET = 'preset '

function NewChatsChoice({ settings: { newChats, chatPresets } }: { settings: Settings }) {
  const t = useT('chat')
  const { mutate } = useAction('chat.set-new-chats')
  const value = newChats.kind === 'preset' ? PRESET + newChats.id : newChats.kind
  const choiceOf = (next: string): NewChats => {
    if (next === 'last' || next === 'plain') return { kind: next }
    return { kind: 'preset', id: next.slice(PRESET.length) }
  }
  return (
    <Select
      label={t('setup.newChats')}
      value={value}
      options={[
        { value: 'plain', label: t('setup.newChatsPlain') },
        { value: 'last', label: t('setup.newChatsLast') },
        ...chatPresets.map(({ id, name }) => ({
          value: PRESET + id,
          label: t('setup.newChatsPreset', { name: oneLine(name, 80) }),
        })),
      ]}
      onValueChange={(next) => mutate({ newChats: choiceOf(next) })}
    />
  )
}
