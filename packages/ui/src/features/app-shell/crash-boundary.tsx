import { Component, type ReactNode } from 'react'
import { Button, EmptyState } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'

/** Keeps a fault of one screen from taking the window with it. A new `resetKey` tries again. */
export class CrashBoundary extends Component<
  { resetKey: string; children: ReactNode },
  { failedKey: string | null }
> {
  override state: { failedKey: string | null } = { failedKey: null }

  override componentDidCatch(): void {
    this.setState({ failedKey: this.props.resetKey })
  }

  override render(): ReactNode {
    return this.state.failedKey === this.props.resetKey ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const t = useT('appShell')
  return (
    <EmptyState
      className="h-full"
      title={t('crashed.title')}
      description={t('crashed.description')}
      actions={<Button onClick={() => location.reload()}>{t('crashed.reload')}</Button>}
    />
  )
}
