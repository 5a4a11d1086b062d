import type { ReactNode } from 'react'
import { RevealText } from '../kit/index.ts'
import { ExactAddress } from '../lib/media/exact-address.tsx'

/** One value in full, in data type, hidden characters revealed, under its name. */
export function ExactText({ label, text }: { label: string; text: string }) {
  return (
    <Labelled label={label}>
      <RevealText text={text} className="font-mono text-small" />
    </Labelled>
  )
}

/** The same for an address, its host first. */
export function LabelledAddress({ label, url }: { label: string; url: string }) {
  return (
    <Labelled label={label}>
      <ExactAddress url={url} />
    </Labelled>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{label}</h3>
      <div className="rounded-lg border border-line bg-sunken px-3 py-2">{children}</div>
    </section>
  )
}
