import { describe, expect, it } from 'vitest'
import { installableOf, specOf } from './installable-package.ts'

const read = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  return installableOf({ command, args })
}

describe('the image of a launch', () => {
  it.each([
    ['docker run -i --rm mcp/fetch', 'mcp/fetch', []],
    ['docker run mcp/fetch:1.2 --a b', 'mcp/fetch:1.2', ['--a', 'b']],
    ['docker run -i --rm -e KEY -v /a:/b ghcr.io/a/b:latest run', 'ghcr.io/a/b:latest', ['run']],
    ['docker run -it --env=KEY --mount type=bind,src=/a,dst=/b a/b', 'a/b', []],
    ['docker run --init=true --name x localhost:5000/a', 'localhost:5000/a', []],
    ['/usr/bin/docker run -iv /a:/a a -v', 'a', ['-v']],
  ])('%s', (line, spec, args) => {
    const found = read(line)
    expect(found).toMatchObject({ ecosystem: 'oci', args })
    if (!found || 'reason' in found) throw new Error('It is no image.')
    expect(specOf(found)).toBe(spec)
    expect([...(found.oci?.options ?? []), spec, ...args].join(' ')).toBe(
      line.slice(line.indexOf(' ') + 1),
    )
  })

  it.each([
    ['docker run -d a/b', '-d'],
    ['docker run --pull=always a/b', '--pull=always'],
    ['docker run --platform linux/arm64 a/b', '--platform'],
    ['docker run --unknown a/b', '--unknown'],
    ['docker run A/B', 'A/B'],
    ['docker run a/b:1:2', 'a/b:1:2'],
  ])('%s is not pinned, and the word is named', (line, word) => {
    expect(read(line)).toEqual({ reason: 'option', word })
  })

  it.each([
    'docker compose run a',
    'podman run a',
    'docker run --rm',
    `docker run a/b@sha256:${'a'.repeat(64)}`,
  ])('%s has none', (line) => {
    expect(read(line)).toBeNull()
  })

  it('may be of another Docker where a variable says so', () => {
    const launch = { command: 'docker', args: ['run', 'a/b'], env: [{ name: 'DOCKER_HOST' }] }
    expect(installableOf(launch)).toEqual({ reason: 'settings', word: 'DOCKER_HOST' })
  })
})
