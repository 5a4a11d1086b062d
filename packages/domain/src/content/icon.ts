import { z } from 'zod'

/** Characters of an icon's address; a larger picture is not an icon. */
const MAX_SRC = 65_536
const MAX_ICONS = 8
/** The types of a picture in a `data:` URL. No SVG: a few hundred bytes of it can draw for hours. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|jpg|webp|gif)[;,]/i
const HTTPS = /^https:\/\//i

const iconSchema = z.object({
  /** `https:`, which is not fetched by itself, or a `data:` picture of dots; other schemes are refused. */
  src: z
    .string()
    .max(MAX_SRC)
    .refine((src) => DATA_IMAGE.test(src) || HTTPS.test(src)),
  mimeType: z.string().max(100).optional(),
  sizes: z.array(z.string().max(40)).max(16).optional(),
  theme: z.enum(['light', 'dark']).optional(),
})
export type Icon = z.infer<typeof iconSchema>

/**
 * Icons that a server gives for itself or its features (MCP 2025-11-25, SEP-973): untrusted. Unusable icons are
 * left out; nothing is refused for the sake of its icon.
 */
export const iconsSchema = z
  .array(z.unknown())
  .transform((list): Icon[] =>
    list.slice(0, MAX_ICONS).flatMap((one) => {
      const parsed = iconSchema.safeParse(one)
      return parsed.success ? [parsed.data] : []
    }),
  )
  .catch([])

/** Returns the icon that can be drawn without a network request, preferring the one for this theme. */
export function drawableIcon(
  icons: readonly Icon[] | undefined,
  theme: 'light' | 'dark',
): Icon | undefined {
  const own = (icons ?? []).filter(({ src }) => DATA_IMAGE.test(src))
  return own.find((icon) => icon.theme === theme) ?? own.find((icon) => icon.theme === undefined)
}
