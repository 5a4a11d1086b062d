import { expect, test } from 'vitest'
import { defaultSettings } from './default-settings.ts'
import { settingsSchema } from './settings.ts'

test('the written-out defaults are those that the schema fills in', () => {
  expect(defaultSettings).toEqual(settingsSchema.parse({}))
})
