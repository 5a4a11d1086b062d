import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useRef, type ComponentType } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { ProgressiveList } from '../lists/progressive-list.tsx'
import { useUnseenFold } from '../text/unseen-parts.tsx'
import { AdditionalProperties } from './additional-properties.tsx'
import { useFieldTexts } from './field-texts.tsx'
import { controlId, useFormContext, type SchemaFieldProps } from './form-context.ts'
import { isObject, ownMember, withMember } from './json-shape.ts'
import { childPointer } from './pointer.ts'
import type { ObjectKind } from './read-field.ts'

export interface ObjectFieldProps extends SchemaFieldProps {
  folded: JsonObject
  field: ObjectKind
  /** The field of a child; handed in, so that this file need not import its own parent. */
  Item: ComponentType<SchemaFieldProps>
}

/** Fields up to which a form is drawn and laid out at once. */
const MAX_AT_ONCE = 24
/** The cost of a field, in characters of plain text. */
const FIELD_SIZE = 2000
/** Laid out as it comes near the view; with room for the ring of the focus, which the box would cut off. */
const DRAWN_IN_VIEW = '-m-1 p-1 [contain-intrinsic-height:auto_3.75rem] [content-visibility:auto]'

/** A change of one child; an optional object that has nothing in it any more is taken away. */
function useChildChange({ name, value, onChange, required }: SchemaFieldProps) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return useCallback(
    (key: string, child: JsonValue | undefined) => {
      const next = withMember(isObject(latest.current) ? latest.current : {}, key, child)
      latest.current = next
      onChange(name, Object.keys(next).length === 0 && !required ? undefined : next)
    },
    [name, onChange, required],
  )
}

export function ObjectFields(props: ObjectFieldProps) {
  const { pointer, value, depth, required, field, Item } = props
  const change = useChildChange(props)
  const held = isObject(value) ? value : {}
  const isLong = field.properties.length > MAX_AT_ONCE
  const drawn = field.properties.map(([key, schema]) => ({
    key,
    size: FIELD_SIZE,
    drawn: (
      <div className={isLong ? DRAWN_IN_VIEW : 'contents'}>
        <Item
          schema={schema}
          pointer={childPointer(pointer, key)}
          name={key}
          title={key}
          value={ownMember(held, key)}
          onChange={change}
          required={field.required.has(key) && (required || value !== undefined)}
          depth={depth + 1}
        />
      </div>
    ),
  }))
  return (
    <>
      <ProgressiveList items={drawn} />
      {field.additional !== null && (
        <AdditionalProperties
          pointer={pointer}
          held={held}
          field={field}
          depth={depth}
          onChange={change}
          Item={Item}
        />
      )}
    </>
  )
}

/** Fields in a box of their own. Optional ones start closed when they are deep, so that recursion ends. */
export function ObjectField(props: ObjectFieldProps) {
  const { pointer, value, required, depth, folded } = props
  const { formId, labels } = useFormContext()
  const { label, description, error, hint } = useFieldTexts(props, folded)
  const { open, setOpen } = useUnseenFold(
    required || depth < 2 || value !== undefined,
    value === undefined ? 0 : 1,
  )
  const id = controlId(formId, pointer)
  return (
    <div
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-label`}
      className="flex flex-col gap-3 border-l-2 border-line pl-3"
    >
      <div className="flex flex-col gap-0.5">
        <button
          type="button"
          aria-expanded={open}
          // A title is its name, with the name of the field beside it (WCAG 2.5.3).
          aria-label={hint ? undefined : labels.showFields(props.title)}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex items-center gap-1 self-start rounded-sm pr-1 text-note font-medium text-fg-2 hover:text-fg"
        >
          <Icon
            icon={ChevronRight}
            size={14}
            className={classNames('text-fg-3', open && 'rotate-90')}
          />
          <span id={`${id}-label`}>{label}</span>
          {props.required && (
            <span aria-hidden className="text-danger">
              *
            </span>
          )}
          {hint && <span className="ml-2 text-small font-normal text-fg-3">{hint}</span>}
        </button>
        {description && <p className="text-small text-fg-3">{description}</p>}
        {error && <p className="text-small text-danger">{error}</p>}
      </div>
      {open && <ObjectFields {...props} />}
    </div>
  )
}
