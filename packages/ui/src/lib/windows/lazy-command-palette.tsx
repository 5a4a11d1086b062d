import type { CommandPaletteProps } from '../../kit/index.ts'
import { createLazyPart } from './lazy-part.tsx'

const Loaded = createLazyPart(
  async () => (await import('../../kit/overlays/command-palette.tsx')).CommandPalette,
  null,
)

/** The kit's command palette for a place on the first screen, which should not wait for its code. */
export function LazyCommandPalette(props: CommandPaletteProps) {
  return <Loaded {...props} />
}
