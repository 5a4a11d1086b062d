import type { ElicitationAsk, JsonObject, JsonValue } from '@gatehouse/domain'
import {
  asksForSecret,
  secretFields,
  type ElicitationRequest,
} from '@gatehouse/domain/server-requests'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  Button,
  Callout,
  CardFooter,
  CardSection,
  RevealText,
  SchemaFormView,
  rawDraftOf,
  useSchemaForm,
  type SchemaForm,
  type SchemaFormLabels,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSchemaFormLabels } from '../../../lib/words/schema-form-labels.ts'
import { useUnseen } from '../../../lib/chats/unseen-notice.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { AskShell } from '../ask-shell.tsx'
import { KeepFormValues, SavedFormValues } from './saved-form-values.tsx'
import { ServerMessage, AnswerEffects } from '../sampling/server-message.tsx'
import { useAnswerControl } from '../use-answer-control.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

interface ElicitationFormCardProps {
  ask: ElicitationAsk
  request: Extract<ElicitationRequest, { mode: 'form' }>
  inline: boolean
}

/** A server wants a form filled in. Submit, decline and cancel send it three different answers. */
export function ElicitationFormCard({ ask, request, inline }: ElicitationFormCardProps) {
  const t = useT('asks')
  const { list } = useFormats()
  const defaultWords = useDefaultWords()
  const control = useAnswerControl(ask)
  const { answer, answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const labels = useFormLabels()
  const form = useKeptForm(ask.id, request.requestedSchema)
  const touched = useUi((ui) => {
    const draft = ui.askDrafts[ask.id]
    return draft?.form !== undefined || draft?.raw !== undefined
  })
  const unseen = useUnseen(request)
  const secrets = useMemo(() => secretFields(request.requestedSchema), [request])
  const [keep, setKeep] = useState(false)
  const submit = () => {
    if (unseen.blocked || request.unreadable !== undefined) return
    const value = form.submit()
    if (!value) return
    const content = { ...value, ...defaultsTaken(request.requestedSchema, value) }
    answer({
      kind: 'elicitation',
      answer: { action: 'accept', content },
      ...(keep ? { keep } : {}),
    })
  }
  const respond = (action: 'decline' | 'cancel') =>
    answer({ kind: 'elicitation', answer: { action } })
  const defaults = Object.entries(defaultsTaken(request.requestedSchema, form.value)).map(
    ([name, value]) => defaultWords(name, value),
  )
  const action = sending?.kind === 'elicitation' ? sending.answer.action : undefined
  const server = ask.serverName
  const kind = kindOf(request)
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      // What was typed must not be lost to one key.
      keys={{ onMain: submit, onRefuse: () => touched || respond('decline') }}
    >
      {unseen.wrap(<ServerMessage serverName={server} text={request.message} />)}
      {secrets.length > 0 && (
        <CardSection>
          <Callout
            tone="warning"
            title={t('form.secretTitle', { fields: list(secrets.slice(0, 8)) })}
          >
            {t('form.secretNote')}
          </Callout>
        </CardSection>
      )}
      {request.unreadable !== undefined && (
        <CardSection>
          <Callout tone="warning" title={t('form.unreadableTitle')}>
            <RevealText
              text={
                request.excess
                  ? t('form.tooManyFields', { server, ...request.excess })
                  : t('form.unreadable', { server, reason: request.unreadable })
              }
            />
          </Callout>
        </CardSection>
      )}
      {kind === 'form' && (
        <>
          <SavedFormValues
            ask={ask}
            schema={request.requestedSchema}
            form={form}
            disabled={answered}
          />
          <CardSection>
            <div role="group" aria-label={t('form.fields', { server })}>
              <SchemaFormView form={form} labels={labels} disabled={answered} />
            </div>
          </CardSection>
        </>
      )}
      {defaults.length > 0 && (
        <CardSection className="text-small text-fg-2">
          <RevealText text={t('form.defaultsTaken', { server, fields: list(defaults) })} />
        </CardSection>
      )}
      {mayKeep(request) && (
        <KeepFormValues serverName={server} checked={keep} disabled={answered} onChange={setKeep} />
      )}
      <AnswerEffects
        serverName={server}
        lines={[
          ...(kind === 'form' ? [t('form.submitEffect', { server })] : []),
          ...(kind === 'question' ? [t('form.yesEffect', { server })] : []),
          t(kind === 'question' ? 'form.noEffect' : 'form.declineEffect', { server }),
          t(kind === 'question' ? 'form.closeEffect' : 'form.cancelEffect', { server }),
        ]}
      />
      {unseen.notice}
      <CardFooter
        aside={
          <>
            <Button disabled={answered} onClick={() => respond('cancel')}>
              {t('form.cancel')}
            </Button>
            <RefuseButton
              hasKeys={keys && !touched}
              disabled={answered}
              onClick={() => respond('decline')}
            >
              {t(kind === 'question' ? 'form.no' : 'form.decline')}
            </RefuseButton>
          </>
        }
      >
        {kind !== 'unreadable' && (
          <Button
            variant="primary"
            keys={keys ? 'Mod+Enter' : undefined}
            disabled={!acceptsInput || unseen.blocked}
            loading={action === 'accept'}
            className={unseen.blocked ? undefined : 'disabled:opacity-100'}
            onClick={submit}
          >
            {t(kind === 'question' ? 'form.yes' : 'form.submit')}
          </Button>
        )}
        <Problems form={form} />
      </CardFooter>
    </AskShell>
  )
}

/** True if a field holds no secret: of a form that asks for secrets nothing is kept. */
function mayKeep({
  message,
  requestedSchema,
}: Extract<ElicitationRequest, { mode: 'form' }>): boolean {
  const { properties } = requestedSchema
  if (asksForSecret('', { description: message }) || typeof properties !== 'object') return false
  return Object.keys(properties ?? {}).length > secretFields(requestedSchema).length
}

/** A form without fields is a question, and one that cannot be shown can only be refused. */
function kindOf({
  requestedSchema: { properties },
  unreadable,
}: Extract<ElicitationRequest, { mode: 'form' }>): 'form' | 'question' | 'unreadable' {
  if (unreadable !== undefined) return 'unreadable'
  return Object.keys(properties ?? {}).length === 0 ? 'question' : 'form'
}

function Problems({ form }: { form: SchemaForm }) {
  const t = useT('asks')
  const shown = form.problems.filter((problem) => form.isShown(problem.pointer))
  if (shown.length === 0) return null
  return (
    <span role="status" className="text-small text-danger">
      {t('form.problems', { count: shown.length })}
    </span>
  )
}

/** A form that is checked while it is filled in, and found again as it was left. */
function useKeptForm(askId: string, schema: JsonObject): SchemaForm {
  const left = useUi((ui) => ui.askDrafts[askId])
  const kept = left?.form
  const keep = useUi((ui) => ui.changeAskDraft)
  const draft = rawDraftOf({ schema, value: kept ?? {} }, left?.raw)
  const form = useSchemaForm({ schema, initial: kept, draft })
  const { value, typed, touch } = form
  const before = useRef<JsonObject>(kept ? {} : value)
  useEffect(() => {
    if (value === before.current) return
    const names = new Set([...Object.keys(before.current), ...Object.keys(value)])
    for (const name of names)
      if (before.current[name] !== value[name])
        touch(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    before.current = value
    keep(askId, { form: value })
  }, [askId, value, touch, keep])
  const typedBefore = useRef(typed)
  useEffect(() => {
    if (typed === typedBefore.current) return
    typedBefore.current = typed
    keep(askId, { raw: typed })
  }, [askId, typed, keep])
  return form
}

function useFormLabels(): SchemaFormLabels {
  const t = useT('asks')
  const labels = useSchemaFormLabels()
  return useMemo(
    () => ({
      ...labels,
      noFields: t('form.noFields'),
      tooLarge: t('form.tooLarge'),
      notAnObject: t('form.notAnObject'),
      warning: (name, schema) => (asksForSecret(name, schema) ? t('form.secret') : undefined),
    }),
    [labels, t],
  )
}

/** A field's name and the default that is sent for it: 'city: “Bern”'. */
function useDefaultWords(): (name: string, value: JsonValue) => string {
  const t = useT('asks')
  const { names } = useFormats()
  return (name, value) => {
    if (typeof value === 'string') return t('form.default.text', { name, value })
    if (typeof value === 'boolean')
      return t(value ? 'form.default.yes' : 'form.default.no', { name })
    const plain =
      Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? names(value.map((one) => `“${one}”`))
        : JSON.stringify(value)
    return t('form.default.plain', { name, value: plain })
  }
}

/**
 * Returns the empty fields that are sent all the same, each with its value: the schema's default replaces a missing
 * value (MCP 2025-11-25, client/elicitation).
 */
function defaultsTaken({ properties }: JsonObject, value: JsonObject): JsonObject {
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (Object.hasOwn(value, name) || !isObject(field)) return []
      const { default: preset } = field
      return preset === undefined ? [] : [[name, preset]]
    }),
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
