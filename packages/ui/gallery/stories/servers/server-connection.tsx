import { useState } from 'react'
import { KeyValues } from '../../../src/kit/index.ts'
import { ConnectionFields } from '../../../src/features/servers/form/connection-fields.tsx'
import { useConnectionFacts } from '../../../src/launch-review/connection-facts.tsx'
import { networkOf, protocolOf } from '../../../src/features/servers/form/connection-form.ts'
import {
  emptyForm,
  type ServerFormState,
} from '../../../src/features/servers/form/server-form-state.ts'
import { useT } from '../../../src/lib/words/i18n.ts'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: connection settings',
  group: 'Servers',
  Body: () => (
    <ChatStage>
      <div className="grid max-w-5xl grid-cols-2 gap-8">
        <Sample start={{ kind: 'http' }} />
        <Sample
          start={{
            kind: 'http',
            connection: {
              protocol: '2025-06-18',
              httpTransport: 'http-sse',
              proxy: 'own',
              proxyUrl: 'ftp://proxy.example.org',
              proxyUser: 'ada',
              proxyPassword: '',
              proxyPasswordStored: true,
              caFile: '/home/ada/certificates/company.pem',
            },
          }}
          issue="proxyUrl"
        />
        <Sample start={{ kind: 'stdio' }} />
      </div>
    </ChatStage>
  ),
}

function Sample({ start, issue }: { start: Partial<ServerFormState>; issue?: string }) {
  const t = useT('servers')
  const [form, setForm] = useState<ServerFormState>({ ...emptyForm(), ...start })
  const facts = useConnectionFacts()({
    protocol: protocolOf(form.connection),
    transport: { kind: form.kind, httpTransport: form.connection.httpTransport },
    ...networkOf(form.connection),
  })
  return (
    <div className="flex flex-col gap-4">
      <ConnectionFields
        form={form}
        onChange={(part) => setForm({ ...form, ...part })}
        onLeave={() => undefined}
        issueOf={(field) => (field === issue ? t('issues.proxyInvalid') : undefined)}
      />
      <KeyValues items={facts} />
    </div>
  )
}
