import { LogIn } from 'lucide-react'
import { Button } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'
import { useAction, useServer, useServerSignIn } from '../queries/index.ts'

interface SignInAgainProps {
  serverId: string
  /** Nothing is shown once the person signed in after this; milliseconds since the epoch. */
  since?: number | undefined
}

/** Signs in to a server anew, where a token was refused or could not be renewed. */
export function SignInAgain({ serverId, since }: SignInAgainProps) {
  const server = useServer(serverId)
  const { transport } = server?.config ?? {}
  if (transport?.kind !== 'http') return null
  // The person's own header takes precedence over a sign-in.
  const isGiven = transport.headers.some(({ name }) => name.toLowerCase() === 'authorization')
  return isGiven ? null : <SignInAgainButton serverId={serverId} since={since} />
}

function SignInAgainButton({ serverId, since }: SignInAgainProps) {
  const t = useT('servers')
  const signIn = useAction('server.sign-in-again')
  const obtainedAt = useServerSignIn(serverId).data?.account?.token?.obtainedAt
  if (since !== undefined && obtainedAt !== undefined && obtainedAt > since) return null
  return (
    <Button
      size="small"
      variant="primary"
      icon={LogIn}
      loading={signIn.isPending}
      onClick={() => signIn.mutate({ id: serverId })}
    >
      {t('signInAgain')}
    </Button>
  )
}
