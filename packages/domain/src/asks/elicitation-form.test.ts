import { describe, expect, it } from 'vitest'
import { elicitationFormSchema } from './elicitation-form.ts'

describe('elicitationFormSchema', () => {
  it('keeps what a flat form is made of', () => {
    const form = {
      title: 'Trip',
      type: 'object',
      properties: {
        city: { type: 'string', title: 'City', minLength: 2, pattern: '^[A-Z]' },
        days: { type: 'integer', minimum: 1, exclusiveMaximum: 9, multipleOf: 1, default: 2 },
        color: { type: 'string', enum: ['r'], enumNames: ['Red'] },
        kind: { type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'First' }] },
        many: {
          type: 'array',
          uniqueItems: true,
          items: { anyOf: [{ const: 'n', title: 'N' }] },
          default: ['n'],
        },
        on: { type: 'boolean', description: 'Whether', default: false },
      },
      required: ['city'],
    }
    expect(elicitationFormSchema.parse(form)).toEqual(form)
  })
})
