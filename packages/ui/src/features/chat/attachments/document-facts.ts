import type { DocumentFacts, DocumentUnit, PartRange } from '@gatehouse/domain/documents'
import { useFormats } from '../../../lib/formats/formats.ts'
import { addWords, useT } from '../../../lib/words/i18n.ts'
import { documents as en } from '../../../locales/en/chat/documents.ts'
import { documents as zhCN } from '../../../locales/zh-CN/chat/documents.ts'

addWords('documents', { en, 'zh-CN': zhCN })

export type ChosenUnit = Exclude<DocumentUnit, 'whole'>

const lengthOf = (ranges: readonly PartRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** A document has pages, and none of them has text. */
const isScan = ({ gaps, ranges, count, unit }: DocumentFacts): boolean =>
  unit === 'page' &&
  gaps.some(
    (gap) => gap.kind === 'pages-without-text' && gap.count === (ranges ? lengthOf(ranges) : count),
  )

/** Words of a document's chip: its format, its sent parts, pictures of its pages, and the length of its text. */
export function useDocumentFacts(): (document: DocumentFacts, pictures: number) => string[] {
  const t = useT('documents')
  const { number } = useFormats()
  return (document, pictures) => {
    const { format, form, unit, count, ranges, characters } = document
    const name = FORMAT_NAMES[format]
    if (form === 'file') return [name, t('file'), unitsOf(unit, count)]
    if (isScan(document)) return [name, unitsOf(unit, count), t('noText')].filter(Boolean)
    const all = unitsOf(unit, count)
    const units = ranges && all !== '' ? t('some', { chosen: number(lengthOf(ranges)), all }) : all
    return [
      name,
      ...(form === 'source' ? [t('source')] : []),
      ...(units === '' ? [] : [units]),
      ...(pictures === 0 ? [] : [t('pictures', { count: pictures, number: number(pictures) })]),
      t('characters', { number: number(characters) }),
    ]
  }

  function unitsOf(unit: DocumentUnit, count: number): string {
    return unit === 'whole' ? '' : t(unit, { count, number: number(count) })
  }
}

/** In sentences, what of a document is not sent. */
export function useGapWords(): (document: DocumentFacts) => string[] {
  const t = useT('documents')
  const { number } = useFormats()
  return ({ form, gaps }) =>
    (form === 'file' ? [] : gaps).map(({ kind, count }) =>
      kind === 'macros' || kind === 'cut'
        ? t(`gaps.${kind}`)
        : t(`gaps.${kind}`, { count, number: number(count) }),
    )
}

/** Names of formats, the same in every language. */
const FORMAT_NAMES: Readonly<Record<DocumentFacts['format'], string>> = {
  pdf: 'PDF',
  docx: 'Word',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  odt: 'ODT',
  ods: 'ODS',
  odp: 'ODP',
  epub: 'EPUB',
  html: 'HTML',
  rtf: 'RTF',
  ipynb: 'Jupyter',
  eml: 'EML',
}
