import { existsSync, readFileSync } from 'node:fs'

/** What `bin/recording-server.mjs` wrote down so far. */
export interface Recording {
  /** How it was started; undefined until it was. */
  launch:
    | {
        /** Behind the script's own name. */
        argv: string[]
        env: Record<string, string>
        cwd: string
        /** The file of the script, as it was named. */
        script: string
        /** The file of Node itself. */
        program: string
      }
    | undefined
  /** Each line that it received, byte by byte, without the newline. */
  lines: string[]
  /** The lines that call a tool. */
  calls: string[]
}

export function readRecording(file: string): Recording {
  const written = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  const [first, ...rest] = written
  const lines = rest.map((line) => String(JSON.parse(line)))
  return {
    launch: first === undefined ? undefined : (JSON.parse(first) as Recording['launch']),
    lines,
    calls: lines.filter((line) => line.includes('"method":"tools/call"')),
  }
}
