import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'

const nobody = (): Promise<never> => Promise.reject(new Error('Nobody expected a question.'))

/** For tests in which no server asks anything. */
export const refusingHandlers: ServerRequestHandlers = {
  features: { elicitation: { form: false, url: false }, sampling: false, roots: false },
  handlerFor: () => ({ elicit: nobody, sample: nobody, listRoots: nobody }),
  elicitationComplete: () => undefined,
}
