import { expect, it } from 'vitest'
import { isHiddenPath, isSecretPath } from './workspace-entry.ts'

it.each([
  '.env',
  'app/.env.production',
  'prod.env',
  'certs/Server.PEM',
  '.ssh/config',
  'home/.aws/anything',
  'id_ed25519',
  '.npmrc',
  'secrets.yaml',
])('%s may hold a secret', (path) => expect(isSecretPath(path)).toBe(true))

it.each(['README.md', 'src/environment.ts', 'id_ed25519.pub', 'keys.ts', 'monkey', 'a.key/b.txt'])(
  '%s is a file like others',
  (path) => expect(isSecretPath(path)).toBe(false),
)

it('a path is hidden by any of its parts', () => {
  expect(isHiddenPath('.github/workflows/ci.yml')).toBe(true)
  expect(isHiddenPath('src/.cache')).toBe(true)
  expect(isHiddenPath('src/a.b')).toBe(false)
})
