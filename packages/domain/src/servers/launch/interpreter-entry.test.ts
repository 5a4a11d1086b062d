import { expect, test } from 'vitest'
import { interpreterEntry } from './interpreter-entry.ts'

function look(line: string): string {
  const [name = '', ...args] = line.split(' ')
  const entry = interpreterEntry(name, args)
  if (entry.kind === 'none') return 'none'
  const mayBe = entry.kind === 'script' ? entry.mayBe.map((one) => `${one}? `) : []
  return `${entry.kind} ${mayBe.join('')}${entry.name}`
}

test.each([
  ['node s.js data.js', 'script s.js'],
  ['node -r ./h.js s.js', 'script s.js'],
  ['node --import ./h.js --inspect s.js', 'script s.js'],
  ['node --foo other s.js', 'script other? s.js'],
  ['node --foo=other s.js', 'script s.js'],
  ['node -- s.js', 'script s.js'],
  ['python3 -uWignore s.py', 'script s.py'],
  ['python3 -X dev -Bm server x.py', 'module server'],
  ['python3 -mserver', 'module server'],
  ['py -3.11 s.py', 'script s.py'],
  ['bash -e run', 'script run'],
  ['ruby -I lib s.rb', 'script s.rb'],
  ['php -d x=1 -f s.php', 'script s.php'],
  ['java -cp a.jar -jar s.jar', 'script s.jar'],
  ['dotnet exec s.dll', 'script s.dll'],
  ['dotnet s.dll run', 'script s.dll'],
  ['deno run -A s.ts', 'script s.ts'],
  ['bun run --cwd x s.ts', 'script s.ts'],
  ['pwsh -NoProfile -File s.ps1', 'script s.ps1'],
  // What runs is in no file that is named.
  ['node', 'none'],
  ['node -', 'none'],
  ['node -pe 1 s.js', 'none'],
  ['node --eval=1 s.js', 'none'],
  ['node --run start', 'none'],
  ['node --foo s.js', 'none'],
  ['python3 -uc 1 s.py', 'none'],
  ['python3 -ic1 s.py', 'none'],
  ['sh -s s.sh', 'none'],
  ['php -r 1 s.php', 'none'],
  ['java -cp a.jar Main', 'script Main'],
  ['dotnet run', 'none'],
  ['deno eval 1', 'none'],
  ['bun x s.ts', 'none'],
  ['pwsh -Command s.ps1', 'none'],
  ['nodemon s.js', 'none'],
  ['tool s.js', 'none'],
])('%s runs %s', (line, entry) => {
  expect(look(line)).toBe(entry)
})
