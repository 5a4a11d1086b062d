import { expect, test } from 'vitest'
import { defaultSettings, settingsSchema } from './settings.ts'

test('the written-out defaults are those that the schema fills in', () => {
  expect(defaultSettings).toEqual(settingsSchema.parse({}))
})
