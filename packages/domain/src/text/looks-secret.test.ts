import { looksSecret } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
describe('looksSecret', () => {
  it.each([
    ['GITHUB_PERSONAL_ACCESS_TOKEN', 'ghp_x'],
    ['OPENAI_API_KEY', 'short'],
    ['apikey', 'abcd'],
    ['X-Api-Key', 'abcd'],
    ['Authorization', 'Bearer x'],
    ['DB_PASSWORD', 'hunter2'],
    ['MYSQL_PWD', 'hunter2'],
    ['AWS_SECRET_ACCESS_KEY', 'x'],
    ['SENTRY_DSN', 'https://x'],
    ['Cookie', 'a=b'],
    ['SSH_AUTH', 'value'],
    ['AUTH0_TOKEN', 'value'],
    ['DATABASE_URL', 'postgresql://ada:hunter2@db.example:5432/notes'],
    ['REDIS', 'redis://:hunter2@db.example'],
    ['SOMETHING', 'sk-ant-REDACTED'],
    ['SOMETHING', 'Bearer eyJhbGciOi.eyJzdWIiOiIxMjM0.abc'],
    ['SOMETHING', 'Zx81kQpL0vTn47sWbYcD2mRf'],
    ['CERT', '-----BEGIN PRIVATE KEY-----\nabc'],
  ])('takes %s=%s for a secret', (name, value) => expect(looksSecret(name, value)).toBe(true))

  it.each([
    ['PATH', '/usr/local/bin:/usr/bin:/home/ada/.local/share/pnpm'],
    ['NODE_ENV', 'production'],
    ['GIT_AUTHOR', 'Ada Lovelace'],
    ['GITHUB_HOST', 'https://github.example.com'],
    ['USE_AUTH', 'true'],
    ['AUTH0_DOMAIN', 'tenant.example'],
    ['TOKEN', ''],
    ['PORT', '8080'],
    ['KEYBOARD', 'de'],
    ['MONKEY', 'see'],
    ['PACKAGE', '@modelcontextprotocol/server-filesystem@2025.3.28'],
    ['MEMORY_FILE_PATH', '/home/ada/Documents/memory-2024-01-01.json'],
    ['WORDS', 'this is a sentence with 3 numbers 4 5 in it and more'],
    ['NAME', 'a-quite-long-host-name-with-number-1'],
  ])('does not take %s=%s for a secret', (name, value) =>
    expect(looksSecret(name, value)).toBe(false),
  )
})
