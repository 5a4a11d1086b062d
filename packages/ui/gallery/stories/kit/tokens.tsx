import { classNames } from '../../../src/kit/index.ts'
import { Specimen, useLocalText, type Story } from '../../story.tsx'

const surfaces = ['bg-bg', 'bg-panel', 'bg-rail', 'bg-card', 'bg-sunken']
const fills = [
  'bg-accent',
  'bg-accent-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-warning',
  'bg-warning-soft',
  'bg-success',
  'bg-success-soft',
]
const sizes = ['text-micro', 'text-small', 'text-note', 'text-body', 'text-read', 'text-title']
const words = [
  'text-fg',
  'text-fg-2',
  'text-fg-3',
  'text-accent',
  'text-danger',
  'text-warning',
  'text-success',
]

function Swatch({ name }: { name: string }) {
  return (
    <div className="w-28">
      <div className={classNames('h-12 rounded-lg border border-line', name)} />
      <div className="mt-1 font-mono text-micro text-fg-2">{name}</div>
    </div>
  )
}

function Body() {
  const localized = useLocalText()
  return (
    <>
      <Specimen title="Surfaces">
        {surfaces.map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </Specimen>
      <Specimen title="Meaning">
        {fills.map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </Specimen>
      <Specimen title="Server hues">
        {Array.from({ length: 8 }, (_, hue) => (
          <div
            key={hue}
            data-hue={hue}
            className="w-28 rounded-lg border border-hue-line bg-hue-soft p-2"
          >
            <div className="mb-1.5 flex gap-1.5">
              <span className="size-4 rounded-sm bg-hue" />
              <span className="size-4 rounded-sm bg-hue-chip" />
            </div>
            <div className="font-mono text-micro text-hue">data-hue={hue}</div>
          </div>
        ))}
      </Specimen>
      <Specimen title="Type" stack>
        {sizes.map((name) => (
          <div key={name} className="flex items-baseline gap-4">
            <span className="w-24 font-mono text-micro text-fg-3">{name}</span>
            <span className={name}>
              {localized(
                'Nothing leaves this computer before you allow it. 0123456789',
                '在你允许之前，不会有任何内容离开这台电脑。0123456789',
              )}
            </span>
          </div>
        ))}
        <div className="flex items-baseline gap-4">
          <span className="w-24 font-mono text-micro text-fg-3">font-mono</span>
          <span className="font-mono text-small">
            tools/call {'{ "path": "~/code" }'} 0O 1lI 设计稿
          </span>
        </div>
      </Specimen>
      <Specimen title="Words">
        {words.map((name) => (
          <span key={name} className={classNames('font-medium', name)}>
            {name}
          </span>
        ))}
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Tokens', group: 'Foundation', Body }
