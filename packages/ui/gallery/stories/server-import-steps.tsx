import { useState } from 'react'
import { ImportDone } from '../../src/features/servers/import/import-done.tsx'
import { ImportReviewView } from '../../src/features/servers/import/import-review.tsx'
import { BridgeProvider } from '../../src/lib/bridge.tsx'
import { createSampleBridge } from '../../src/lib/samples/sample-bridge.ts'
import { sampleReview } from '../../src/lib/samples/sample-imports.ts'
import { Specimen, type Story } from '../story.tsx'

function Body() {
  const [bridge] = useState(() => createSampleBridge())
  const plainFiles = ['/home/ada/.config/Claude/claude_desktop_config.json', '/code/app/.env']
  return (
    <BridgeProvider bridge={bridge}>
      <Specimen title="What will run" stack>
        <ImportReviewView importId="import" review={sampleReview} />
      </Specimen>
      <Specimen title="What is left to do" stack>
        <ImportDone outcome={{ serverIds: ['a', 'b'], plainFiles }} />
      </Specimen>
    </BridgeProvider>
  )
}

export const story: Story = { title: 'Server: import, later steps', group: 'Servers', Body }
