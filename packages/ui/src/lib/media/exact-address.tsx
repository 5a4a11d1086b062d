import { RevealText } from '../../kit/index.ts'

/** An address: first the host that it reaches, alone, then all of it. */
export function ExactAddress({ url }: { url: string }) {
  const host = hostOf(url)
  return (
    <>
      {host !== null && (
        <div className="mb-1 font-mono text-body font-semibold text-fg" data-testid="host">
          <RevealText text={host} />
        </div>
      )}
      <RevealText text={url} className="font-mono text-small" />
    </>
  )
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).host
  } catch {
    return null
  }
}
