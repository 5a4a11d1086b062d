import { modelOverrideSchema, type ModelOverride } from '@gatehouse/domain/models'

/** A yes or no of the person, or what else is known. */
export type Choice = 'default' | 'yes' | 'no'

export const CHOICES = ['images', 'sounds', 'tools'] as const
export type ChoiceName = (typeof CHOICES)[number]

/** Form of the person's facts about a model, as typed. */
export interface OverrideForm extends Record<ChoiceName, Choice> {
  contextWindow: string
  input: string
  output: string
}

export type OverrideField = 'contextWindow' | 'price'

export function overrideForm(override: ModelOverride | undefined): OverrideForm {
  const choice = (value: boolean | undefined): Choice =>
    value === undefined ? 'default' : value ? 'yes' : 'no'
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
  return {
    contextWindow: text(override?.contextWindow),
    images: choice(override?.images),
    sounds: choice(override?.sounds),
    tools: choice(override?.tools),
    input: text(override?.price?.input),
    output: text(override?.price?.output),
  }
}

/** Digits with the marks that people put between thousands. */
function numberOf(text: string): number {
  const digits = text.trim().replaceAll(/[,\s_]/g, '')
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(digits) ? Number(digits) : Number.NaN
}

/** Returns the part that can be kept (`null`: nothing is set), and the invalid fields. */
export function readOverride(form: OverrideForm): {
  override: ModelOverride | null
  issues: ReadonlySet<OverrideField>
} {
  const hasPrice = form.input.trim() !== '' || form.output.trim() !== ''
  const override: Record<string, unknown> = {}
  if (form.contextWindow.trim() !== '') override['contextWindow'] = numberOf(form.contextWindow)
  if (hasPrice) override['price'] = { input: numberOf(form.input), output: numberOf(form.output) }
  for (const name of CHOICES) if (form[name] !== 'default') override[name] = form[name] === 'yes'
  const parsed = modelOverrideSchema.safeParse(override)
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) =>
      path[0] === 'price' ? 'price' : 'contextWindow',
    )
    return { override: null, issues: new Set(fields) }
  }
  return { override: Object.keys(override).length === 0 ? null : parsed.data, issues: new Set() }
}
