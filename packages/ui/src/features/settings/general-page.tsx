import { settingsSchema, type Settings } from '@gatehouse/domain'
import { useState } from 'react'
import { RadioGroup, Switch, TextField, Select } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useMissingParts, useSettings } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { QuickShortcut } from './quick-shortcut.tsx'
import { SpellingSetting } from './spelling-setting.tsx'
import type { AuditDays } from '@gatehouse/domain/audit'

const CHOICES = [
  { value: 'always', days: null },
  { value: '365', days: 365 },
  { value: '90', days: 90 },
  { value: '30', days: 30 },
] as const satisfies { value: string; days: AuditDays }[]

const FONT_SIZES = settingsSchema.shape.fontSize.unwrap().options

export function GeneralPage() {
  return (
    <QueryStates query={useSettings()}>{(settings) => <General settings={settings} />}</QueryStates>
  )
}

function General({ settings }: { settings: Settings }) {
  const t = useT('settings')
  const { mutate } = useAction('app.change-settings')
  const missing = useMissingParts()
  return (
    <>
      <RadioGroup
        label={t('general.theme')}
        value={settings.theme}
        onValueChange={(theme) => mutate({ theme })}
        options={[
          { value: 'system', label: t('general.themeSystem') },
          { value: 'light', label: t('general.themeLight') },
          { value: 'dark', label: t('general.themeDark') },
        ]}
      />
      <RadioGroup
        label={t('general.language')}
        value={settings.language}
        onValueChange={(language) => mutate({ language })}
        options={[
          { value: 'system', label: t('general.languageSystem') },
          { value: 'en', label: <span lang="en">English</span> },
          { value: 'zh-CN', label: <span lang="zh-CN">简体中文</span> },
        ]}
      />
      <RadioGroup
        label={t('general.fontSize')}
        value={settings.fontSize}
        onValueChange={(fontSize) => mutate({ fontSize })}
        options={FONT_SIZES.map((value) => ({ value, label: t(`general.fontSizes.${value}`) }))}
      />
      <RadioGroup
        label={t('general.density')}
        value={settings.density}
        onValueChange={(density) => mutate({ density })}
        options={[
          { value: 'normal', label: t('general.densityNormal') },
          { value: 'compact', label: t('general.densityCompact') },
        ]}
      />
      <SpellingSetting settings={settings.spelling} />
      <Switch
        label={t('general.pictureMetadata')}
        description={t('general.pictureMetadataNote')}
        checked={settings.pictureMetadata === 'removed'}
        onCheckedChange={(isRemoved) => mutate({ pictureMetadata: isRemoved ? 'removed' : 'kept' })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-note font-medium text-fg-2">{t('general.notices')}</legend>
        <Switch
          label={t('general.notifications')}
          description={t('general.notificationsNote')}
          checked={settings.notifications}
          onCheckedChange={(notifications) => mutate({ notifications })}
        />
        <Switch
          label={t('general.sound')}
          checked={settings.notificationSound}
          disabled={!settings.notifications}
          onCheckedChange={(notificationSound) => mutate({ notificationSound })}
        />
      </fieldset>
      <Switch
        label={t('general.keepInTray')}
        description={t('general.keepInTrayNote')}
        warning={missing.tray ? t('general.noTray') : undefined}
        checked={settings.keepInTray}
        onCheckedChange={(keepInTray) => mutate({ keepInTray })}
      />
      <QuickShortcut value={settings.quickAskShortcut} />
      <RadioGroup
        label={t('general.sendWith')}
        value={settings.sendWith}
        onValueChange={(sendWith) => mutate({ sendWith })}
        options={[
          { value: 'enter', label: t('general.sendEnter') },
          {
            value: 'mod-enter',
            label: t('general.sendModEnter'),
            description: t('general.sendModEnterNote'),
          },
        ]}
      />
      <RadioGroup
        label={t('general.whileAnswering')}
        value={settings.whileAnswering}
        onValueChange={(whileAnswering) => mutate({ whileAnswering })}
        options={[
          { value: 'queue', label: t('general.answeringQueue') },
          { value: 'stop', label: t('general.answeringStop') },
        ]}
      />
      <RadioGroup
        label={t('general.apps')}
        value={settings.apps}
        onValueChange={(apps) => mutate({ apps })}
        options={[
          { value: 'inline', label: t('general.appsInline'), description: t('general.appsNote') },
          { value: 'window', label: t('general.appsWindow') },
          { value: 'text', label: t('general.appsText') },
        ]}
      />
      <StepLimit value={settings.stepLimit} />
      <ActivityRetention days={settings.auditDays} />
    </>
  )
}

function StepLimit({ value }: { value: number }) {
  const t = useT('settings')
  const { mutate } = useAction('app.change-settings')
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = settingsSchema.shape.stepLimit.safeParse(Number(typed ?? value))
  const commit = (): void => {
    if (!parsed.success) return
    if (parsed.data !== value) mutate({ stepLimit: parsed.data })
    setTyped(null)
  }
  return (
    <TextField
      className="max-w-96"
      label={t('general.stepLimit')}
      description={t('general.stepLimitNote')}
      inputMode="numeric"
      value={typed ?? String(value)}
      error={parsed.success ? undefined : t('general.stepLimitIssue')}
      onValueChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** For how long entries of Activity are kept. Main asks in its own window before more is deleted than now. */
function ActivityRetention({ days }: { days: AuditDays }) {
  const t = useT('settings')
  const { mutate, isPending } = useAction('audit.set-retention')
  return (
    <Select
      className="max-w-96"
      label={t('general.retention')}
      description={t(days === null ? 'general.retentionNone' : 'general.retentionNote')}
      disabled={isPending}
      value={CHOICES.find((one) => one.days === days)?.value ?? null}
      options={CHOICES.map((one) => ({
        value: one.value,
        label:
          one.days === null
            ? t('general.retentionAlways')
            : t('general.retentionDays', { count: one.days }),
      }))}
      onValueChange={(value) => {
        const choice = CHOICES.find((one) => one.value === value)
        if (choice) mutate({ days: choice.days })
      }}
    />
  )
}
