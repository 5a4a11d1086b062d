import { z } from 'zod'
import { DOCUMENT_LIMITS } from './document-limits.ts'

/** Formats of documents that are read as text. */
const DOCUMENT_FORMATS = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'epub',
  'html',
  'rtf',
  'ipynb',
  'eml',
] as const
const documentFormatSchema = z.enum(DOCUMENT_FORMATS)
export type DocumentFormat = z.infer<typeof documentFormatSchema>

/** Parts of a document that can be chosen; `whole`: it has none. */
const documentUnitSchema = z.enum(['page', 'sheet', 'slide', 'chapter', 'whole'])
export type DocumentUnit = z.infer<typeof documentUnitSchema>

/** Pages from one to another, both included; the first has the number 1. */
const partRangeSchema = z
  .object({ from: z.number().int().positive(), to: z.number().int().positive() })
  .refine(({ from, to }) => from <= to)
export type PartRange = z.infer<typeof partRangeSchema>

export const partRangesSchema = z.array(partRangeSchema).min(1).max(100)

/** Something in a document that its text does not hold. */
const documentGapSchema = z.object({
  kind: z.enum([
    /** Pages without text: scans. */
    'pages-without-text',
    'pictures',
    'charts',
    'attachments',
    'macros',
    /** The text ends at a limit. */
    'cut',
  ]),
  count: z.number().int().positive(),
})
export type DocumentGap = z.infer<typeof documentGapSchema>

/**
 * The form in which a document is sent: the text that was read from it; of a format that is text, its source; of a PDF,
 * the file itself.
 */
export const documentFormSchema = z.enum(['text', 'source', 'file'])
export type DocumentForm = z.infer<typeof documentFormSchema>

/** The forms besides its text in which a document of a format can be sent. */
const OTHER_FORM: Partial<Record<DocumentFormat, DocumentForm>> = {
  html: 'source',
  ipynb: 'source',
  eml: 'source',
  pdf: 'file',
}

/** The forms in which a document of this format can be sent. */
export function documentForms(format: DocumentFormat): readonly DocumentForm[] {
  const other = OTHER_FORM[format]
  return other ? ['text', other] : ['text']
}

/** Facts about an attached document, and the person's choice of what is sent of it. */
export const documentFactsSchema = z.object({
  format: documentFormatSchema,
  form: documentFormSchema,
  unit: documentUnitSchema,
  /** Number of its units. */
  count: z.number().int().nonnegative(),
  /** Names of its sheets, in order; a long list is cut. */
  names: z.array(z.string()).optional(),
  /** The chosen units, in order and apart; absent: all. */
  ranges: partRangesSchema.optional(),
  /** Characters of the text that is sent. */
  characters: z.number().int().nonnegative(),
  gaps: z.array(documentGapSchema),
})
export type DocumentFacts = z.infer<typeof documentFactsSchema>

/** The numbers of ranges within `count`, sorted, joined where they touch. */
export function normalRanges(ranges: readonly PartRange[], count: number): PartRange[] {
  const normal: PartRange[] = []
  const within = ranges
    .filter(({ from }) => from <= count)
    .map(({ from, to }) => ({ from, to: Math.min(to, count) }))
    .toSorted((one, other) => one.from - other.from)
  for (const range of within) {
    const last = normal.at(-1)
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to)
    else normal.push({ ...range })
  }
  return normal
}

/** Ranges as a person writes them: `1-3, 7`. */
export const rangesText = (ranges: readonly PartRange[]): string =>
  ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')

/**
 * Reads ranges as a person writes them, with any dash and with commas of either script.
 * @returns undefined for what is no list of numbers within 1 and `count`
 */
export function parseRanges(text: string, count: number): PartRange[] | undefined {
  const ranges: PartRange[] = []
  for (const piece of text.split(/[,;，、；]/)) {
    const match = /^\s*(\d{1,6})(?:\s*[-–—~～至]\s*(\d{1,6}))?\s*$/.exec(piece)
    if (!match) return undefined
    const from = Number(match[1])
    const to = Number(match[2] ?? match[1])
    if (from < 1 || from > to || to > count) return undefined
    ranges.push({ from, to })
  }
  const normal = normalRanges(ranges, count)
  return normal.length > DOCUMENT_LIMITS.ranges ? undefined : normal
}

export const isChosen = (ranges: readonly PartRange[] | undefined, at: number): boolean =>
  ranges === undefined || ranges.some(({ from, to }) => from <= at && at <= to)

const { characters, nameCharacters, names, parts } = DOCUMENT_LIMITS

/** The text of a document, and facts about it, as its process says. */
export const readDocumentSchema = documentFactsSchema
  .pick({ format: true, unit: true, gaps: true })
  .extend({
    count: z.number().int().nonnegative().max(parts),
    names: z.array(z.string().max(nameCharacters)).max(names).optional(),
    text: z.string().max(characters + 1000),
    /** Numbers of its pages without text, in order. */
    pagesWithoutText: z.array(z.number().int().positive()).max(parts).optional(),
  })
export type ReadDocument = z.infer<typeof readDocumentSchema>
