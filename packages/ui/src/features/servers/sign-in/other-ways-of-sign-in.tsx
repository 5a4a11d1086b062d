import type { ConnectionFailure, ServerView } from '@gatehouse/domain'
import { Button } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useAppInfo } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { otherEntry, otherRedirects } from './other-ways.ts'
import { draftOf, formOf } from '../form/server-form-state.ts'

/** Buttons for what can be done in place of a sign-in that failed for where the browser returns or for its service. */
export function OtherWaysOfSignIn({
  view,
  failure,
}: {
  view: ServerView
  failure: ConnectionFailure
}) {
  const t = useT('servers')
  const { config } = view
  const opensByLink = useAppInfo().data?.opensByLink === true
  const setTab = useUi((ui) => ui.setServerTab)
  const start = useAction('server.start')
  const change = useAction('server.propose', {
    onSuccess: ({ outcome }) => {
      if (outcome === 'saved') start.mutate({ id: config.id })
    },
  })
  const entry = otherEntry(failure)
  return (
    <>
      {otherRedirects(config, { failure, opensByLink }).map(({ name, redirect }) => (
        <Button
          key={name}
          size="small"
          disabled={change.isPending}
          onClick={() =>
            change.mutate({
              ...draftOf(formOf(config)),
              start: config.start,
              requestTimeoutMs: config.requestTimeoutMs,
              signInRedirect: redirect,
            })
          }
        >
          {t(`otherWays.${name}`)}
        </Button>
      ))}
      {entry && (
        <Button size="small" onClick={() => setTab('settings')}>
          {t(`otherWays.${entry}`)}
        </Button>
      )}
    </>
  )
}
