import { app, utilityProcess, type ForkOptions } from 'electron'

/** A running utility process. */
interface Utility<Request, Response> {
  post(request: Request): void
  onMessage(listener: (message: Response) => void): void
  onExit(listener: () => void): void
  /** Bytes that it takes. */
  memory(): number
  kill(): void
}

/** Starts a utility process with the script of a file. */
export function startUtility<Request, Response>(
  file: string,
  options: ForkOptions,
): Utility<Request, Response> {
  const child = utilityProcess.fork(file, [], options)
  return {
    post: (request) => child.postMessage(request, []),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    memory() {
      const own = app.getAppMetrics().find(({ pid }) => pid === child.pid)
      return (own?.memory.workingSetSize ?? 0) * 1024
    },
    kill: () => void child.kill(),
  }
}
