import { expect, it } from 'vitest'
import { appUriOf, isVisibleToApp } from './app-tool.ts'

it('reads the nested URI before the deprecated flat one, and no other scheme', () => {
  expect(appUriOf({ _meta: { ui: { resourceUri: 'ui://a/b' }, 'ui/resourceUri': 'ui://c' } })).toBe(
    'ui://a/b',
  )
  expect(appUriOf({ _meta: { 'ui/resourceUri': 'ui://c' } })).toBe('ui://c')
  for (const uri of ['https://example.org', 'file:///etc', 'UI://a', 'ui://', 5, null])
    expect(appUriOf({ _meta: { ui: { resourceUri: uri } } })).toBeUndefined()
  expect(appUriOf({ _meta: { ui: { resourceUri: `ui://${'a'.repeat(3000)}` } } })).toBeUndefined()
  expect(appUriOf({})).toBeUndefined()
})

it('lets views call a tool unless its visibility leaves them out', () => {
  expect(isVisibleToApp({})).toBe(true)
  expect(isVisibleToApp({ _meta: { ui: { visibility: ['app'] } } })).toBe(true)
  expect(isVisibleToApp({ _meta: { ui: { visibility: ['model'] } } })).toBe(false)
  expect(isVisibleToApp({ _meta: { ui: { visibility: [] } } })).toBe(false)
})
