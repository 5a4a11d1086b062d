import { rangesText, type DocumentFacts, type DocumentGap } from '@gatehouse/domain/documents'
import { groupedDigits } from '@gatehouse/domain/text'

const GAPS: Readonly<Record<DocumentGap['kind'], string>> = {
  'pages-without-text': 'pages without text, which may be scans',
  pictures: 'pictures',
  charts: 'charts',
  attachments: 'attached files',
  macros: 'macros',
  cut: 'the end of its text, which is too long',
}

/** In a line for a model: what a document has, what of it follows, and what does not. */
export function documentWords({ format, form, unit, count, ranges, gaps }: DocumentFacts): string {
  if (form === 'source') return `${format}, its source`
  const units = unit === 'whole' ? '' : `, ${groupedDigits(count)} ${unit}${count === 1 ? '' : 's'}`
  if (form === 'file') return `${format}${units}; the file itself follows`
  const chosen = ranges ? `, of which you are given ${rangesText(ranges)}` : ''
  const left = gaps
    .map(({ kind, count: some }) =>
      kind === 'cut' ? GAPS.cut : `${groupedDigits(some)} ${GAPS[kind]}`,
    )
    .join('; ')
  return `${format}${units}${chosen}; this app read its text${left === '' ? '' : `; not given to you: ${left}`}`
}
