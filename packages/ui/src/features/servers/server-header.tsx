import type { ServerView, ServerConfig } from '@gatehouse/domain'
import { Ellipsis, Play, RotateCw, Square, Trash, PanelRight, Copy, Link } from 'lucide-react'
import { useState } from 'react'
import {
  AlertDialog,
  Badge,
  Button,
  IconButton,
  Menu,
  PaneHeader,
  RevealText,
  ServerIcon,
  ServerName,
  useToasts,
  type MenuEntry,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { StateBadge } from './server-state.tsx'
import {
  SHARED_FORMATS,
  serverAsJson,
  serverInstallLink,
  type SharedText,
} from '@gatehouse/domain/shared-server'
import { worded } from '../../lib/words/worded.ts'

/** Who the server is, how it is connected, and what starts, stops and removes it. */
export function ServerHeader({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { config, connection } = view
  return (
    <PaneHeader
      title={
        <ServerName hue={config.hue}>
          <RevealText text={config.name} wrap={false} />
        </ServerName>
      }
      actions={
        <>
          <StartStop view={view} />
          <ServerMenu view={view} />
          <SidePanelToggle label={t('tabs.traffic')} />
        </>
      }
    >
      {connection.status === 'ready' && <ServerIcon icons={connection.info.icons} />}
      <StateBadge state={connection} />
      {connection.status === 'ready' && <Badge>{connection.info.protocolVersion}</Badge>}
      <Badge>{config.transport.kind === 'http' ? 'Streamable HTTP' : 'stdio'}</Badge>
    </PaneHeader>
  )
}

function StartStop({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { id } = view.config
  const start = useAction('server.start')
  const stop = useAction('server.stop')
  const restart = useAction('server.restart')
  switch (view.connection.status) {
    case 'ready':
      return (
        <Button icon={RotateCw} loading={restart.isPending} onClick={() => restart.mutate({ id })}>
          {t('restart')}
        </Button>
      )
    case 'starting':
      return (
        <Button
          icon={Square}
          loading={stop.isPending}
          // The second press of a double click on Start, in whose place this is now, stops nothing.
          onClick={({ detail }) => detail < 2 && stop.mutate({ id })}
        >
          {t('stop')}
        </Button>
      )
    case 'stopped':
    case 'failed':
      return (
        <Button
          icon={Play}
          variant={view.connection.status === 'failed' ? 'secondary' : 'primary'}
          loading={start.isPending}
          onClick={() => start.mutate({ id })}
        >
          {t(view.connection.status === 'failed' ? 'retry' : 'start')}
        </Button>
      )
    case 'stopping':
      return null
  }
}

function ServerMenu({ view }: { view: ServerView }) {
  const t = useT('servers')
  const common = useT('common')
  const { id, name } = view.config
  const [asking, setAsking] = useState(false)
  const shareEntries = useShareEntries(view.config)
  const stop = useAction('server.stop')
  const openServer = useUi((ui) => ui.openServer)
  const forget = useUi((ui) => ui.forgetKept)
  const remove = useAction('server.remove', {
    onSuccess() {
      forget(id)
      openServer(null)
    },
  })
  const { status } = view.connection
  const stoppable =
    status === 'ready' || (status === 'failed' && view.connection.retryAt !== undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('menu', { name })} />}
        entries={[
          {
            label: t('stop'),
            icon: Square,
            disabled: !stoppable,
            onSelect: () => stop.mutate({ id }),
          },
          { kind: 'separator' },
          ...shareEntries,
          { kind: 'separator' },
          { label: t('remove'), icon: Trash, tone: 'danger', onSelect: () => setAsking(true) },
        ]}
      />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('removeTitle', { name })}
        description={t('removeNote')}
        confirmLabel={t('remove')}
        cancelLabel={common('actions.cancel')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

/** Opens and closes the right panel; for the header of a main pane that has one. */
function SidePanelToggle({ label }: { label: string }) {
  const t = useT('appShell')
  const open = useUi((ui) => ui.sideOpen)
  const toggle = useUi((ui) => ui.toggleSide)
  return (
    <IconButton
      icon={PanelRight}
      label={t(open ? 'hideSide' : 'showSide', { panel: label })}
      pressed={open}
      onClick={toggle}
    />
  )
}

/** Menu entries that copy a server for other people and products. No secret is copied, and the toast names those. */
function useShareEntries(config: ServerConfig): MenuEntry[] {
  const t = useT('servers')
  const { show } = useToasts()
  const copy = async (shared: SharedText | null): Promise<void> => {
    if (shared === null) {
      show({ tone: 'warning', title: worded('servers', (to) => to('share.tooLong')) })
      return
    }
    const names = shared.left.join(', ')
    try {
      await navigator.clipboard.writeText(shared.text)
    } catch {
      show({ tone: 'danger', title: worded('servers', (to) => to('share.failed')) })
      return
    }
    show({
      tone: 'success',
      title: worded('servers', (to) => to('share.copied')),
      ...(names === ''
        ? {}
        : { description: worded('servers', (to) => to('share.left', { names })) }),
    })
  }
  return [
    { label: t('share.link'), icon: Link, onSelect: () => void copy(serverInstallLink(config)) },
    {
      kind: 'submenu',
      label: t('share.json'),
      icon: Copy,
      entries: SHARED_FORMATS.map((format) => ({
        label: t(`share.formats.${format}`),
        onSelect: () => void copy(serverAsJson(config, format)),
      })),
    },
  ]
}
