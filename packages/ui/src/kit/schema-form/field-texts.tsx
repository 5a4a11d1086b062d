import type { JsonObject } from '@gatehouse/domain'
import { useState, type ReactNode } from 'react'
import { dedent } from '../text/dedent.ts'
import type { FieldTexts } from '../fields/field.tsx'
import { RevealText } from '../text/reveal-text.tsx'
import { useFormContext, type SchemaFieldProps } from './form-context.ts'
import { stringMember } from './json-shape.ts'

const FOLD_AT = 220

/** A description from a server: as it is, folded when long so that it cannot push the form away. */
function ServerDescription({ text }: { text: string }) {
  const { labels } = useFormContext()
  const [open, setOpen] = useState(false)
  const long = text.length > FOLD_AT
  return (
    <>
      <RevealText text={long && !open ? `${text.slice(0, FOLD_AT)}…` : text} />
      {long && (
        <button
          type="button"
          onClick={() => setOpen(!open)}
          className="ml-1 font-medium text-accent hover:underline"
        >
          {open ? labels.showLess : labels.showMore}
        </button>
      )}
    </>
  )
}

/** The begin of a title; the whole of a longer one is in the description. */
function shownTitle(title: string): string {
  return title.length > FOLD_AT ? `${title.slice(0, FOLD_AT)}…` : title
}

/** Label, hint, description and error of a field. A title never hides the real name. */
export function useFieldTexts(
  props: SchemaFieldProps,
  schema: JsonObject,
  type?: string,
): FieldTexts {
  const { problemAt } = useFormContext()
  const title = stringMember(schema, 'title')
  const description = stringMember(schema, 'description')
  const isLong = title !== undefined && shownTitle(title) !== title
  const hint: ReactNode[] = []
  if (title !== undefined && title !== props.title)
    hint.push(<RevealText key="name" text={props.title} className="font-mono" />)
  if (type !== undefined) hint.push(<span key="type">{type}</span>)
  return {
    label:
      title === undefined ? (
        <RevealText text={props.title} className="font-mono" />
      ) : (
        <RevealText text={shownTitle(title)} />
      ),
    labelHidden: props.labelHidden,
    required: props.required,
    hint:
      hint.length > 0 ? (
        <span className="inline-flex items-baseline gap-2">{hint}</span>
      ) : undefined,
    description: (isLong || description !== undefined) && (
      <>
        {isLong && <ServerDescription text={title} />}
        {description !== undefined && <ServerDescription text={dedent(description)} />}
      </>
    ),
    error: problemAt(props.pointer),
  }
}
