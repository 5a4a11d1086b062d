import { useState } from 'react'
import { ImportDone } from '../../../src/features/servers/import/import-servers.tsx'
import { ReviewedServers } from '../../../src/launch-review/reviewed-servers.tsx'
import { BridgeProvider } from '../../../src/lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../src/lib/samples/sample-bridge.ts'
import { sampleReview } from '../../../src/lib/samples/sample-imports.ts'
import { Specimen, type Story } from '../../story.tsx'

function Body() {
  const [bridge] = useState(() => createSampleBridge())
  const plainFiles = ['/home/ada/.config/Claude/claude_desktop_config.json', '/code/app/.env']
  return (
    <BridgeProvider bridge={bridge}>
      <Specimen title="What will run" stack>
        <ReviewedServers
          review={sampleReview}
          vault={{ kind: 'keychain', name: 'Secret Service' }}
        />
      </Specimen>
      <Specimen title="What is left to do" stack>
        <ImportDone outcome={{ serverIds: ['a', 'b'], plainFiles }} />
      </Specimen>
    </BridgeProvider>
  )
}

export const story: Story = { title: 'Server: import, later steps', group: 'Servers', Body }
