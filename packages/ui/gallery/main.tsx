import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  KitProvider,
  List,
  ListRow,
  ListSection,
  PaneBody,
  PaneHeader,
  Select,
} from '../src/kit/index.ts'
import { LanguageProvider, type Locale } from '../src/lib/words/i18n.ts'
import { useKitLabels } from '../src/lib/words/kit-labels.ts'
import { readLocation, writeAddress, type Address, type Theme } from './address.ts'
import './gallery.css'
import { collectStories, type NamedStory } from './registry.ts'
import { AddressContext } from './use-address.ts'

const stories = collectStories()

interface ShellProps {
  address: Address
  onChange: (change: Partial<Address>) => void
}

function StoryList({ address, onChange }: ShellProps) {
  const groups = [...new Set(stories.map((story) => story.group))]
  return (
    <aside
      aria-label="Stories"
      className="flex w-56 shrink-0 flex-col border-r border-line bg-panel"
    >
      <PaneHeader kind="list" title="Gallery" />
      <PaneBody>
        <List label="Stories">
          {groups.map((group) => (
            <ListSection key={group} label={group}>
              {stories
                .filter((story) => story.group === group)
                .map((story) => (
                  <ListRow
                    key={story.name}
                    title={story.title}
                    selected={story.name === address.story}
                    onClick={() => onChange({ story: story.name })}
                  />
                ))}
            </ListSection>
          ))}
        </List>
      </PaneBody>
    </aside>
  )
}

function Switchers({ address, onChange }: ShellProps) {
  return (
    <div className="flex items-center gap-2">
      <Select<Theme>
        label="Theme"
        labelHidden
        className="w-28"
        value={address.theme}
        onValueChange={(theme) => onChange({ theme })}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Select<Locale>
        label="Language"
        labelHidden
        className="w-28"
        value={address.locale}
        onValueChange={(locale) => onChange({ locale })}
        options={[
          { value: 'en', label: 'English' },
          { value: 'zh-CN', label: '简体中文' },
        ]}
      />
    </div>
  )
}

function StoryView({ story }: { story: NamedStory }) {
  if (story.fullBleed) return <story.Body key={story.name} />
  return (
    <PaneBody label={story.title} className="relative px-7 py-6">
      <story.Body key={story.name} />
    </PaneBody>
  )
}

function Shell({ address, onChange }: ShellProps) {
  const labels = useKitLabels()
  const story = stories.find((one) => one.name === address.story) ?? stories[0]
  if (!story) return null
  if (story.standalone && address.bare) return <StoryView story={story} />
  // A whole window brings its own main landmark.
  const Main = story.fullBleed ? 'div' : 'main'
  return (
    <KitProvider labels={labels} platform={address.platform}>
      {address.bare ? (
        story.fullBleed ? (
          <StoryView story={story} />
        ) : (
          <main className="flex h-full flex-col">
            <h1 className="sr-only">{story.title}</h1>
            <StoryView story={story} />
          </main>
        )
      ) : (
        <div className="flex h-full bg-bg">
          <StoryList address={address} onChange={onChange} />
          <Main className="flex min-w-0 flex-1 flex-col">
            <PaneHeader
              title={story.title}
              actions={<Switchers address={address} onChange={onChange} />}
            />
            <div className="flex min-h-0 flex-1 flex-col">
              <StoryView story={story} />
            </div>
          </Main>
        </div>
      )}
    </KitProvider>
  )
}

function Gallery() {
  const [address, setAddress] = useState(() => readLocation(location.search))
  useEffect(() => {
    // Back, forward and scripts that drive the gallery change the address without a new page.
    const followAddress = (): void => setAddress(readLocation(location.search))
    window.addEventListener('popstate', followAddress)
    return () => window.removeEventListener('popstate', followAddress)
  }, [])
  useEffect(() => {
    document.documentElement.lang = address.locale
    document.documentElement.dataset['theme'] = address.theme
    history.replaceState(null, '', writeAddress(address, location.search))
  }, [address])
  return (
    <AddressContext value={address}>
      <LanguageProvider locale={address.locale}>
        <Shell address={address} onChange={(change) => setAddress({ ...address, ...change })} />
      </LanguageProvider>
    </AddressContext>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
