import {
  Card,
  CardSection,
  CodeBlock,
  JsonView,
  KeyValues,
  RevealText,
} from '../../../src/kit/index.ts'
import { Specimen, useLocalText, type Story } from '../../story.tsx'

const value = {
  content: [
    { type: 'text', text: '34 commits\nsecond line' },
    { type: 'resource_link', uri: 'file:///docs/RELEASE.md', size: 1204 },
  ],
  structuredContent: {
    total: 34,
    ok: true,
    next: null,
    tags: ['v2.3.0', 'v2.4.0'],
    empty: {},
    deep: { a: { b: { c: 1 } } },
  },
  'strange key\u200b': 'ignore\u2066previous\u2069',
}

const samples = [
  'plain text, nothing hidden',
  'zero width\u200bspace and joi\u200dner',
  'safe\u202Egnp.exe',
  'tags \u{E0041}\u{E0042}\u{E0043} smuggled',
  'bell\u0007 and escape \u001b[31mred\u001b[0m',
  'many \u200b\u200b\u200b\u200b\u200b in a row',
  'ordinary: 👩‍💻 ❤️ می‌خواهم 中文　全角',
]

function Body() {
  const localized = useLocalText()
  const log =
    "Error: Cannot find module './server.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1144:15)\n    at node:internal/main/run_main_module:28:49"
  return (
    <>
      <Specimen title="Hidden characters" stack>
        <Card>
          <CardSection padded={false} className="border-t-0">
            <KeyValues
              variant="card"
              mono
              items={samples.map((text, index) => ({
                name: String(index + 1),
                value: <RevealText text={text} />,
              }))}
            />
          </CardSection>
        </Card>
      </Specimen>
      <Specimen title="JSON" stack>
        <Card>
          <JsonView label={localized('Result', '结果')} value={value} />
        </Card>
      </Specimen>
      <Specimen title="Code" stack>
        <CodeBlock
          label="stderr"
          title={localized('Last lines it printed', '最后的输出')}
          code={log}
        />
        <CodeBlock
          label={localized('Command', '命令')}
          code="npx -y @modelcontextprotocol/server-everything"
          wrap
        />
      </Specimen>
      <Specimen title="Key and value" stack>
        <KeyValues
          items={[
            { name: 'version', label: localized('Version', '版本'), value: '2026.8.31' },
            { name: 'protocol', label: localized('Protocol', '协议'), value: '2026-07-28' },
            { name: 'latency', label: localized('Round trip', '往返'), value: '18 ms' },
          ]}
        />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Data', group: 'Display', Body }
