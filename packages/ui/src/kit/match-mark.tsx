/** A candidate with the part that was typed in bold. Compares without case; marks the first hit. */
export function MatchMark({ text, query }: { text: string; query: string }) {
  const start = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (start < 0) return text
  const end = start + query.length
  return (
    <>
      {text.slice(0, start)}
      <strong className="font-semibold text-fg">{text.slice(start, end)}</strong>
      {text.slice(end)}
    </>
  )
}
