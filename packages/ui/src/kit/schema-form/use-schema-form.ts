import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { useCallback, useId, useMemo, useState } from 'react'
import { createCheck, type SchemaProblem } from './check-value.ts'
import { controlId } from './form-context.ts'
import { isRenderable } from './is-renderable.ts'
import { initialArguments } from './initial-value.ts'
import { isObject } from './json-shape.ts'
import { parseTypedJson, type JsonMistake } from './parse-typed-json.ts'
import { prepareSchema, type PrepareResult } from './prepare-schema.ts'

export type SchemaFormTab = 'form' | 'raw'

/** A form as it was left, to begin with again. */
export interface SchemaFormDraft {
  schema: JsonObject
  value: JsonObject
  tab: SchemaFormTab
  raw: string
  chosen: ReadonlyMap<string, number>
}

/** The text of the raw tab and what it means. */
interface RawText {
  text: string
  mistake: ({ kind: 'bad-json' } & JsonMistake) | { kind: 'not-an-object' } | null
}

export interface SchemaForm {
  id: string
  /** `null`: the schema or the value is too large to draw, only the raw tab is there. */
  root: JsonObject | null
  partly: boolean
  value: JsonObject
  /** Takes the whole value from the root's field; `name` is not used. */
  setRoot: (name: string, value: JsonValue | undefined) => void
  tab: SchemaFormTab
  setTab: (tab: SchemaFormTab) => void
  raw: RawText
  setRaw: (text: string) => void
  /** The text of the raw tab while it is open. */
  typed: string | undefined
  problems: readonly SchemaProblem[]
  isShown: (pointer: string) => boolean
  touch: (pointer: string) => void
  chosen: ReadonlyMap<string, number>
  choose: (pointer: string, option: number) => void
  /** Some text is not JSON, or a rule of the schema is broken. */
  hasProblems: boolean
  /** The value when all is well; otherwise shows every problem, goes to the first, and gives null. */
  submit: () => JsonObject | null
  reset: (value: JsonObject) => void
  /** As it is now; the same object while nothing changes. */
  draft: SchemaFormDraft
}

export interface SchemaFormOptions {
  schema: JsonObject
  /** Initial value; the schema's defaults when absent. */
  initial?: JsonObject | undefined
  /** As it was left; takes the place of `initial` where the schema is still the same. */
  draft?: SchemaFormDraft | undefined
}

function readRaw(text: string): { raw: RawText; value: JsonObject | null } {
  const parsed = parseTypedJson(text.trim() === '' ? '{}' : text)
  if (!parsed.ok) {
    return {
      raw: { text, mistake: { kind: 'bad-json', ...parsed.mistake } },
      value: null,
    }
  }
  if (!isObject(parsed.value))
    return { raw: { text, mistake: { kind: 'not-an-object' } }, value: null }
  return { raw: { text, mistake: null }, value: parsed.value }
}

function write(value: JsonObject): RawText {
  return { text: JSON.stringify(value, null, 2), mistake: null }
}

/** Puts the caret where the first complaint is. */
function focusPlace(id: string, pointer: string): void {
  const element = document.getElementById(controlId(id, pointer))
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

/** Which fields were left once, or all of them, and which options were picked. */
function useProgress(start: ReadonlyMap<string, number> | undefined) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [showAll, setShowAll] = useState(false)
  const [chosen, setChosen] = useState(start ?? new Map<string, number>())
  const touch = useCallback(
    (pointer: string) => setTouched((old) => (old.has(pointer) ? old : new Set(old).add(pointer))),
    [],
  )
  const choose = useCallback(
    (pointer: string, option: number) => setChosen((old) => new Map(old).set(pointer, option)),
    [],
  )
  const isShown = useCallback(
    (pointer: string) => showAll || touched.has(pointer),
    [showAll, touched],
  )
  const restart = () => {
    setTouched(new Set())
    setChosen(new Map())
    setShowAll(false)
  }
  return { chosen, touch, choose, isShown, setShowAll, restart }
}

/** The schema to draw a form of, while the value opens no more controls than a window can draw. */
function useDrawable(prepared: PrepareResult, start: JsonObject) {
  const fits = (value: JsonObject) => prepared !== null && isRenderable(prepared, value)
  const [drawable, setDrawable] = useState(() => fits(start))
  const mayDraw = (value: JsonObject): boolean => {
    const isFit = fits(value)
    setDrawable(isFit)
    return isFit
  }
  return { root: drawable && prepared ? prepared.root : null, mayDraw }
}

/** Checks the value, unless the check is left to the server. */
function useCheck(prepared: PrepareResult, value: JsonObject, chosen: ReadonlyMap<string, number>) {
  const check = useMemo(() => (prepared ? createCheck(prepared.root) : null), [prepared])
  const problems = useMemo(() => check?.(value, chosen) ?? [], [check, value, chosen])
  const checkable = useMemo(() => check?.isCheckable(value) ?? true, [check, value])
  return { problems, checkable }
}

/** The state of a form that is drawn from a JSON Schema. Remount it (with a key) for another schema. */
export function useSchemaForm({ schema, initial, draft }: SchemaFormOptions): SchemaForm {
  const id = useId()
  const prepared = useMemo(() => prepareSchema(schema), [schema])
  const [left] = useState(() => sameSchema(draft, schema))
  const [value, setValue] = useState(() => left?.value ?? initial ?? defaultsOf(prepared))
  const { root, mayDraw } = useDrawable(prepared, value)
  const [tab, changeTab] = useState<SchemaFormTab>(root ? (left?.tab ?? 'form') : 'raw')
  const [raw, setRawText] = useState<RawText>(() => (left ? readRaw(left.raw).raw : write(value)))
  const { chosen, touch, choose, isShown, setShowAll, restart } = useProgress(left?.chosen)
  const { problems, checkable } = useCheck(prepared, value, chosen)

  const setRoot = useCallback((_name: string, next: JsonValue | undefined) => {
    setValue(isObject(next) ? next : {})
  }, [])
  const setRaw = (text: string) => {
    const read = readRaw(text)
    setRawText(read.raw)
    if (read.value) setValue(read.value)
  }
  const setTab = (next: SchemaFormTab) => {
    if (next === 'form' && raw.mistake) return
    if (next === 'raw') setRawText(write(value))
    else if (!mayDraw(value)) return
    changeTab(next)
  }
  const reset = (next: JsonObject) => {
    if (!mayDraw(next)) changeTab('raw')
    setValue(next)
    setRawText(write(next))
    restart()
  }
  const mistaken = tab === 'raw' && raw.mistake !== null
  const submit = () => {
    const first = problems[0]
    if (!mistaken && !first) return value
    setShowAll(true)
    focusPlace(id, mistaken || tab === 'raw' || !first ? '/+raw' : first.pointer)
    return null
  }
  return {
    id,
    root,
    partly: !checkable || (prepared?.partly ?? true),
    value,
    setRoot,
    tab,
    setTab,
    raw,
    setRaw,
    typed: tab === 'raw' ? raw.text : undefined,
    problems,
    isShown,
    touch,
    chosen,
    choose,
    hasProblems: mistaken || problems.length > 0,
    submit,
    reset,
    draft: useAsLeft({ schema, value, tab, raw: raw.text, chosen }),
  }
}

/** A form that was left while its JSON was typed. */
export function rawDraftOf(
  { schema, value }: Pick<SchemaFormDraft, 'schema' | 'value'>,
  raw: string | undefined,
): SchemaFormDraft | undefined {
  return raw === undefined ? undefined : { schema, value, tab: 'raw', raw, chosen: new Map() }
}

function defaultsOf(prepared: PrepareResult): JsonObject {
  return prepared ? initialArguments(prepared.root) : {}
}

function useAsLeft({ schema, value, tab, raw, chosen }: SchemaFormDraft): SchemaFormDraft {
  return useMemo(() => ({ schema, value, tab, raw, chosen }), [schema, value, tab, raw, chosen])
}

function sameSchema(
  draft: SchemaFormDraft | undefined,
  schema: JsonObject,
): SchemaFormDraft | undefined {
  if (draft === undefined || draft.schema === schema) return draft
  return JSON.stringify(draft.schema) === JSON.stringify(schema) ? draft : undefined
}
