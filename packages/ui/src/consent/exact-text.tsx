import { RevealText } from '../kit/index.ts'

/** One value in full, in data type, hidden characters revealed, under its name. */
export function ExactText({ label, text }: { label: string; text: string }) {
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{label}</h3>
      <div className="rounded-lg border border-line bg-sunken px-3 py-2">
        <RevealText text={text} className="font-mono text-small" />
      </div>
    </section>
  )
}
