import { RevealText } from '../text/reveal-text.tsx'

/**
 * A candidate with the part that was typed in bold, on one line. Compares without case; marks the first
 * hit. Candidates come from servers too, so hidden characters are shown.
 */
export function HighlightedMatch({ text, query }: { text: string; query: string }) {
  const line = text.replace(/[\r\n\t ]+/g, ' ')
  const start = query === '' ? -1 : line.toLowerCase().indexOf(query.toLowerCase())
  if (start < 0) return <RevealText text={line} wrap={false} />
  const end = start + query.length
  return (
    <>
      <RevealText text={line.slice(0, start)} wrap={false} />
      <strong className="font-semibold text-fg">
        <RevealText text={line.slice(start, end)} wrap={false} />
      </strong>
      <RevealText text={line.slice(end)} wrap={false} />
    </>
  )
}
