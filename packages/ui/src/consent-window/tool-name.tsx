import { RevealText } from '../kit/index.ts'

/** A tool as its card names it: title, then the name that runs. Both are drawn whole. */
export function ToolName({ name, title = name }: { name: string; title?: string }) {
  const hasTitle = title !== name
  return (
    <>
      {hasTitle && <RevealText text={title} className="font-medium" />}
      <RevealText text={name} className={`font-mono text-small ${hasTitle ? 'text-fg-2' : ''}`} />
    </>
  )
}
