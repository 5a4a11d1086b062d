import { existsSync, readFileSync } from 'node:fs'

/** Content that `bin/recording-server.mjs` or `bin/handwritten-server.mjs` recorded so far. */
export interface Recording {
  /** The last start; undefined before it. */
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
        pid: number
      }
    | undefined
  /** Each line that it received, byte by byte, without the newline. */
  lines: string[]
  /** The lines that call a tool. */
  calls: string[]
}

export function readRecording(file: string): Recording {
  const written = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  const all = written.map((line) => JSON.parse(line) as string | Recording['launch'])
  const lines = all.filter((one) => typeof one === 'string')
  return {
    launch: all.findLast((one) => typeof one !== 'string'),
    lines,
    calls: lines.filter((line) => line.includes('"method":"tools/call"')),
  }
}
